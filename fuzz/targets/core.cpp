#include "fuzz/targets/core.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/bytecode/analysis.h"

namespace suture::targets {
namespace {

using py::Borrowed;
using py::Ref;
using py::Result;

Result<Ref<>> attribute(const Ref<>& owner, const char* name) {
  return py::take(PyObject_GetAttrString(owner.get(), name));
}

// `owner.name(*positional, **keywords)`; both made by Py_BuildValue, so either may be null.
Result<Ref<>> called(const Ref<>& owner, const char* name, Ref<> positional, Ref<> keywords) {
  Result<Ref<>> method = attribute(owner, name);
  if (!method) return method;
  if (!positional || !keywords) return py::Error::take();
  return py::take(PyObject_Call(method->get(), positional.get(), keywords.get()));
}

using Family = std::vector<bytecode::OperationKind>;

// Operations that differ in how they are written, or by version, and in nothing that a stop could see.
const std::vector<Family>& families() {
  using enum bytecode::OperationKind;
  static const std::vector<Family> all = {
      {kCall, kPrepareCall, kCallKeywords, kCallSpread},
      {kBinaryOp, kCompare, kCompareToBool},
      {kJumpIfFalse, kJumpIfFalseBool, kJumpIfFalseOrPop, kJumpIfTrue, kJumpIfTrueBool,
       kJumpIfTrueOrPop, kJumpIfNone, kJumpIfNotNone},
      {kStoreFast, kStoreFastPair, kStoreFastLoadFast, kDeleteFast},
      {kLoadFast, kLoadFastChecked, kLoadFastPair},
      {kReturnValue, kReturnConst},
  };
  return all;
}

Family familyOf(bytecode::OperationKind kind) {
  for (const Family& family : families()) {
    if (std::ranges::find(family, kind) != family.end()) return family;
  }
  return {kind};
}

BreakPolicy before(const Family& family) {
  BreakPolicy policy = {.kind = BreakPolicy::Kind::kBefore};
  for (const bytecode::OperationKind kind : family) {
    policy.operations.emplace_back(bytecode::factsOf(kind).name);
  }
  policy.operations.emplace_back("Entry");
  return policy;
}

// The kinds of operations that frames of this code, and of code in it, can be stopped before.
void addStops(std::set<bytecode::OperationKind>& kinds, Borrowed<PyCodeObject> code) {
  const auto analysis = bytecode::CodeAnalysis::of(code);
  for (const bytecode::CodeOffset stop : analysis->legalStops()) {
    kinds.insert(analysis->instructionAt(stop)->operation.kind);
  }
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(code->co_consts); ++i) {
    PyObject* constant = PyTuple_GET_ITEM(code->co_consts, i);
    if (PyCode_Check(constant)) addStops(kinds, reinterpret_cast<PyCodeObject*>(constant));
  }
}

class Core : public Target {
 public:
  Core(Ref<> suture, Ref<> core, driver::Driver& driver)
      : suture_(std::move(suture)), core_(std::move(core)), driver_(driver) {}

  Result<Ref<>> compiler(const BreakPolicy& policy, Borrowed<> files) override {
    Result<Ref<>> breaks = makePolicy(policy, files);
    if (!breaks) return breaks;
    // A decorator: compile() without a function.
    return called(suture_, "compile", make("()"),
                  Ref<>::steal(Py_BuildValue("{sO}", "breaks", breaks->get())));
  }
  Result<Ref<>> reset() override { return called(suture_, "reset", make("()"), make("{}")); }
  Result<Ref<>> counters() override { return driver_.coreCounters(core_); }
  std::vector<BreakPolicy> sites(Borrowed<> code) const override {
    std::set<bytecode::OperationKind> kinds;
    SUTURE_CHECK(PyCode_Check(code.get()), "sites are asked of a module's code");
    addStops(kinds, reinterpret_cast<PyCodeObject*>(code.get()));
    // What needs no stop, then what any stop of a frame does; then a kind at a time, what happens
    // everywhere first. The first stop is with all of them: something may have to go before.
    std::vector<BreakPolicy> sites = {{.kind = BreakPolicy::Kind::kNone}, before({})};
    std::set<Family> tried;
    const auto add = [&](const Family& family) {
      if (tried.insert(family).second) sites.push_back(before(family));
    };
    add(families().front());
    // A handler's entry leads into the operation behind it, whose own place says more; and where it ends, a
    // state says more of what it handles.
    const bool hasHandler = kinds.erase(bytecode::OperationKind::kPushExcInfo) > 0;
    for (const bytecode::OperationKind kind : kinds) add(familyOf(kind));
    if (hasHandler) add(familyOf(bytecode::OperationKind::kPushExcInfo));
    return sites;
  }

 private:
  Result<Ref<>> makePolicy(const BreakPolicy& policy, Borrowed<> files) const {
    Result<Ref<>> type = attribute(suture_, "BreakPolicy");
    if (!type) return type;
    PyObject* only = files ? files.get() : Py_None;
    switch (policy.kind) {
      case BreakPolicy::Kind::kNone:
        return called(*type, "none", make("()"), make("{}"));
      case BreakPolicy::Kind::kEverywhere:
        return called(*type, "everywhere", make("()"), make("{sO}", "files", only));
      case BreakPolicy::Kind::kRandom:
        return called(*type, "random", make("(Kd)", policy.seed, policy.probability),
                      make("{sO}", "files", only));
      case BreakPolicy::Kind::kBefore: {
        const Ref<> operations = Ref<>::steal(PyList_New(0));
        if (!operations) return py::Error::take();
        for (const std::string& operation : policy.operations) {
          const Ref<> name = Ref<>::steal(PyUnicode_FromString(operation.c_str()));
          if (PyList_Append(operations.get(), name.get()) < 0) return py::Error::take();
        }
        return called(*type, "before", make("(O)", operations.get()), make("{sO}", "files", only));
      }
      case BreakPolicy::Kind::kAt: {
        Ref<> positions = Ref<>::steal(PyList_New(0));
        for (int position : policy.positions) {
          const Ref<> number = Ref<>::steal(PyLong_FromLong(position));
          if (PyList_Append(positions.get(), number.get()) < 0) return py::Error::take();
        }
        return called(*type, "at", make("(O)", positions.get()), make("{}"));
      }
    }
    SUTURE_CHECK(false, "a break policy has one of the five kinds");
  }
  template <class... Arguments>
  static Ref<> make(const char* format, Arguments... arguments) {
    return Ref<>::steal(Py_BuildValue(format, arguments...));
  }

  Ref<> suture_;
  Ref<> core_;
  driver::Driver& driver_;
};

}  // namespace

Result<std::unique_ptr<Target>> openCore(const TargetOptions& options, driver::Driver& driver) {
  Ref<> suture = Ref<>::steal(PyImport_ImportModule("suture"));
  if (!suture) return py::Error::take();
  Ref<> core = Ref<>::steal(PyImport_ImportModule("suture._core"));
  if (!core) return py::Error::take();
  if (!options.fault.empty()) {
    Result<Ref<>> set =
        called(core, "set_fault", Ref<>::steal(Py_BuildValue("(s)", options.fault.c_str())),
               Ref<>::steal(PyDict_New()));
    if (!set) return std::move(set).error();
  }
  return std::unique_ptr<Target>(new Core(std::move(suture), std::move(core), driver));
}

Result<nlohmann::json> coreFaults() {
  Ref<> core = Ref<>::steal(PyImport_ImportModule("suture._core"));
  if (!core) return py::Error::take();
  nlohmann::json faults = nlohmann::json::array();
  if (PyObject_HasAttrString(core.get(), "faults") == 0) return faults;
  Result<Ref<>> listed =
      called(core, "faults", Ref<>::steal(PyTuple_New(0)), Ref<>::steal(PyDict_New()));
  if (!listed) return std::move(listed).error();
  const Ref<> items = Ref<>::steal(PySequence_List(listed->get()));
  if (!items) return py::Error::take();
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(items.get()); ++i) {
    const char* id = nullptr;
    const char* expected = nullptr;
    int subset = 0;
    const char* text = nullptr;
    const char* reason = nullptr;
    if (PyArg_ParseTuple(PyList_GET_ITEM(items.get(), i), "sspss", &id, &expected, &subset, &text,
                         &reason) == 0) {
      return py::Error::take();
    }
    faults.push_back({{"id", id},
                      {"expected", expected},
                      {"subset", subset != 0},
                      {"text", text},
                      {"reason", reason}});
  }
  return faults;
}

}  // namespace suture::targets
