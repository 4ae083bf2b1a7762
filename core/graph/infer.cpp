#include "core/graph/infer.h"

#include <unordered_map>

#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/numpy_api.h"
#include "core/dialect/reference/tensor.h"
#include "core/graph/compute.h"
#include "core/graph/rules.h"
#include "core/graph/stand_ins.h"
#include "core/modes/interception.h"
#include "core/py/check.h"
#include "core/py/error.h"

namespace suture::graph {
namespace {

constexpr double kMostElements = 1 << 20;
constexpr std::size_t kMostKept = 4096;

constexpr const char* kReasons[] = {
#define REASON(id, text) text,
#include "core/graph/not_modelled.def"
#undef REASON
};

// Everything an answer depends on, as text. Empty when a constant has none.
class Key {
 public:
  explicit Key(const Graph& graph) : graph_(graph) {}

  bool add(const Call& call) {
    text_ = std::to_string(static_cast<int>(call.operation)) + (call.isInPlace ? "!" : "");
    for (const Operand& operand : call.operands) {
      if (!add(operand)) return false;
    }
    return true;
  }
  std::string take() { return std::move(text_); }

 private:
  bool add(const Operand& operand) {
    text_ += '|';
    if (const ValueId* value = operand.asValue()) {
      text_ += "%" + text(graph_.metadata(*value));
      return true;
    }
    if (py::Borrowed<> constant = operand.asConstant()) return add(constant);
    const Operand::Sequence* sequence = operand.asSequence();
    if (sequence == nullptr) return true;
    text_ += sequence->isList ? "[" : "(";
    for (const Operand& item : sequence->items) {
      if (!add(item)) return false;
    }
    text_ += ")";
    return true;
  }

  bool add(py::Borrowed<> constant) {
    py::Ref<> shown = py::Ref<>::steal(PyObject_Repr(constant.get()));
    const char* bytes = shown ? PyUnicode_AsUTF8(shown.get()) : nullptr;
    if (bytes == nullptr) {  // an int of very many digits, or a lone surrogate
      PyErr_Clear();
      return false;
    }
    text_ += bytes;
    return true;
  }

  const Graph& graph_;
  std::string text_;
};

bool anyOf(const Operand& operand, const std::function<bool(ValueId)>& test) {
  bool found = false;
  operand.forEachValue([&](ValueId value) { found = found || test(value); });
  return found;
}

bool hasValue(const Operand& operand) {
  return anyOf(operand, [](ValueId) { return true; });
}

bool isNamed(py::Borrowed<> dtype, std::string_view prefix) {
  return dialect::dtypeName(dtype).starts_with(prefix);
}

// Whether the elements can make the call raise, `dtype` being its result's (none: it raised).
bool mayRaise(const Call& call, py::Borrowed<> dtype) {
  switch (ruleOf(call.operation).raises) {
    case Raising::kNever:
      return false;
    case Raising::kIntegerPower:
      return hasValue(call.operands[1]) && (!dtype || isNamed(dtype, "int"));
    case Raising::kIndex:
      return hasValue(call.operands[1]);
    case Raising::kAlways:
      break;
  }
  bool any = false;
  call.forEachValue([&](ValueId) { any = true; });
  return any;
}

// A mask selects as many elements as it has ones.
bool selectsByMask(const Graph& graph, const Call& call) {
  return call.operation == dialect::OperationId::kGetItem &&
         anyOf(call.operands[1],
               [&](ValueId value) { return isNamed(graph.metadata(value).dtype, "bool"); });
}

Inference asRaised(const Call& call) {
  py::Error error = py::Error::take();
  py::Borrowed<> exception = error.exception();
  if (PyErr_GivenExceptionMatches(exception.get(), PyExc_MemoryError) != 0) {
    return NotModelled::kNoMemory;
  }
  if (mayRaise(call, {})) return NotModelled::kErrorByElements;
  py::Ref<> shown = py::Ref<>::steal(PyObject_Str(exception.get()));
  const char* bytes = shown ? PyUnicode_AsUTF8(shown.get()) : nullptr;
  if (bytes == nullptr) {
    PyErr_Clear();
    return NotModelled::kConstant;
  }
  auto* type = reinterpret_cast<PyObject*>(Py_TYPE(exception.get()));
  return Raises{py::Ref<>::share(type), bytes};
}

Inference asResults(const Call& call, const StandIns& standIns, py::Borrowed<> result) {
  Results results;
  results.isTuple = ruleOf(call.operation).result == Result::kParts;
  const Py_ssize_t count = results.isTuple ? PyTuple_GET_SIZE(result.get()) : 1;
  for (Py_ssize_t i = 0; i < count; ++i) {
    py::Borrowed<> part = results.isTuple ? PyTuple_GET_ITEM(result.get(), i) : result;
    std::optional<Metadata> known = metadataOf(part);
    if (!known) return asRaised(call);
    known->shape = standIns.realShape(std::move(known->shape));
    results.mayRaise = mayRaise(call, known->dtype);
    results.parts.push_back(*std::move(known));
  }
  return results;
}

Inference tried(const Call& call, const std::optional<StandIns>& standIns) {
  if (!standIns) return asRaised(call);
  const dialect::Numpy* numpy = dialect::Numpy::get();
  if (numpy == nullptr) return asRaised(call);
  dialect::QuietErrors quiet(*numpy);
  py::Ref<> result = compute(call, [&](ValueId value) { return standIns->tensor(value); });
  if (!result) return asRaised(call);
  if (ruleOf(call.operation).result == Result::kPython) return PythonValue{std::move(result)};
  return asResults(call, *standIns, result);
}

Inference inferred(const Graph& graph, const Call& call) {
  if (selectsByMask(graph, call)) return NotModelled::kResultByElements;
  const bool isAlike = ruleOf(call.operation).shapes == Shapes::kAlike;
  if (isAlike && mostElements(graph, call, true) <= kMostElements) {
    Inference answer = tried(call, StandIns::alike(graph, call));
    // The text of an error may name the shapes.
    if (!std::holds_alternative<Raises>(answer)) return answer;
  }
  // Written so that a bound that is no number is too large.
  if (!(mostElements(graph, call, false) <= kMostElements)) return NotModelled::kTooLarge;
  return tried(call, StandIns::real(graph, call));
}

}  // namespace

std::string_view text(NotModelled reason) { return kReasons[static_cast<std::size_t>(reason)]; }

std::shared_ptr<const Inference> infer(const Graph& graph, const Call& call) {
  // Never torn down: its answers own Python objects that outlive the interpreter's end.
  static auto& kept = *new std::unordered_map<std::string, std::shared_ptr<const Inference>>;
  if (ruleOf(call.operation).result == Result::kElements) {
    return std::make_shared<const Inference>(NotModelled::kReadsElements);
  }
  Key key(graph);
  if (!key.add(call)) return std::make_shared<const Inference>(NotModelled::kConstant);
  const std::string name = key.take();
  if (auto known = kept.find(name); known != kept.end()) return known->second;
  modes::InterceptionScope off(modes::Interception::kOff);
  py::ErrorScope error;
  auto answer = std::make_shared<const Inference>(inferred(graph, call));
  const NotModelled* reason = std::get_if<NotModelled>(answer.get());
  if (reason != nullptr && *reason == NotModelled::kNoMemory) return answer;
  if (kept.size() >= kMostKept) kept.clear();
  kept[name] = answer;
  return answer;
}

}  // namespace suture::graph
