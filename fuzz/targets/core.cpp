#include "fuzz/targets/core.h"

#include <utility>

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
      case BreakPolicy::Kind::kAt: {
        Ref<> positions = Ref<>::steal(PyList_New(0));
        for (int position : policy.positions) {
          const Ref<> number = Ref<>::steal(PyLong_FromLong(position));
          if (PyList_Append(positions.get(), number.get()) < 0) return py::Error::take();
        }
        return called(*type, "at", make("(O)", positions.get()), make("{}"));
      }
    }
    SUTURE_CHECK(false, "a break policy has one of the four kinds");
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
