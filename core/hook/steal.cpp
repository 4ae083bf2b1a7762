#include "core/hook/steal.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "core/frame/code_info.h"
#include "core/hook/counters.h"
#include "core/hook/spread_calls.h"
#include "core/py/faults.h"
#include "core/py/ref.h"

namespace suture::hook {

using bytecode::CodeOffset;
using bytecode::OperationKind;

namespace {

// Values whose death nobody can notice.
bool isLeaf(py::Borrowed<> value) {
  PyTypeObject* type = Py_TYPE(value.get());
  return type == &PyLong_Type || type == &PyUnicode_Type || type == &PyFloat_Type ||
         type == &PyBool_Type || type == &PyBytes_Type || value.get() == Py_None ||
         (type == &PyTuple_Type && PyTuple_GET_SIZE(value.get()) == 0);
}

bool onlyLeaves(SutureFrame* frame) {
  const PyCodeObject* code = suture_frame_code(frame);
  int parameters = code->co_argcount + code->co_kwonlyargcount +
                   ((code->co_flags & CO_VARARGS) != 0 ? 1 : 0) +
                   ((code->co_flags & CO_VARKEYWORDS) != 0 ? 1 : 0);
  PyObject** slots = suture_frame_slots(frame);
  return std::all_of(slots, slots + parameters,
                     [](py::Borrowed<> value) { return !value || isLeaf(value); });
}

void empty(std::span<PyObject*> slots) {
  for (PyObject*& slot : slots) {
    if (slot == nullptr || slot == Py_None) continue;
    py::Ref<> value = py::Ref<>::steal(std::exchange(slot, Py_NewRef(Py_None)));
    ++counters().argumentsStolen;
  }
}

std::span<PyObject*> itemsOf(py::Borrowed<> tuple) {
  auto count = static_cast<std::size_t>(PyTuple_GET_SIZE(tuple.get()));
  return {&PyTuple_GET_ITEM(tuple.get(), 0), count};
}

struct Facts {
  const bytecode::CodeAnalysis& analysis;
  PyObject** stack;  // bottom of the operand stack
};

Facts factsOf(SutureFrame* caller) {
  PyCodeObject* code = suture_frame_code(caller);
  frame::CodeInfo& info = frame::CodeInfo::of(code);
  frame::StopCopy* copy = info.asCopy();
  PyCodeObject* original = copy != nullptr ? copy->original().get() : code;
  int floor = copy != nullptr ? suture_stack_floor(original) : 0;
  PyObject** stack = suture_frame_slots(caller) + original->co_nlocalsplus + floor;
  return {copy != nullptr ? copy->analysis() : info.analysis(), stack};
}

// The callable, and whether the other slot of its pair is the first argument.
struct Callable {
  py::Borrowed<> object;
  bool hasSelf;
};
Callable callableUnder(PyObject** arguments, const bytecode::Instruction& call) {
  py::Borrowed<> lower = arguments[-2];
  py::Borrowed<> upper = arguments[-1];
  if (call.operation.callOrder == bytecode::CallOrder::kCallableFirst) {
    return {lower, bool(upper)};
  }
  return {lower ? lower : upper, bool(lower)};
}

void stealFromSlots(PyObject** end, const bytecode::Instruction& call, py::Borrowed<> function) {
  PyObject** first = end - call.oparg;
  auto [callable, hasSelf] = callableUnder(first, call);
  if (callable != function) return;
  if (hasSelf) --first;
  if (py::faultActive(py::Fault::kP10) && first < end) ++first;
  empty({first, end});
}

// f(*a, **k): the array of a call with names owns what is in it; the tuple and the dict go before
// the callee runs, if nobody else has them, and the names with them.
void stealFromSpread(SpreadArguments& given, PyObject** top, const bytecode::Instruction& call,
                     py::Borrowed<> function) {
  py::Borrowed<> dict = call.oparg != 0 ? top[-1] : nullptr;
  PyObject** slot = top - (call.oparg != 0 ? 2 : 1);
  if (callableUnder(slot, call).object != function || !given.isOf(dict)) return;
  empty(given.array());
  if (given.tuple() && Py_REFCNT(given.tuple().get()) == 1) empty(itemsOf(given.tuple()));
  if (given.names()) {
    PyDict_Clear(dict.get());  // made by the call's own instructions
    empty(itemsOf(given.names()));
  }
}

}  // namespace

void stealArguments(PyThreadState* thread, SutureFrame* frame, const Context& context) noexcept {
  SutureFrame* caller = suture_current_frame(thread);
  if (caller == nullptr) return;
  py::Borrowed<> function = suture_frame_function(frame);
  SpreadArguments* given = SpreadCall::takeOf(caller, function);
  if (onlyLeaves(frame) && (given == nullptr || given->hasQuietNames())) return;
  Facts facts = factsOf(caller);
  // The callable that the call instruction has to have: what stands in between, in C, may have put
  // borrowed references beside the arguments, and keeps them in plain CPython too.
  if (caller == context.entryCaller && function == context.entry) function = context.callable;
  CodeOffset current(suture_frame_current(caller));
  const bytecode::Instruction* call = facts.analysis.instructionAt(current);
  if (call == nullptr) return;
  std::optional<bytecode::StackDepth> depth = facts.analysis.depthAt(call->offset);
  if (!depth) return;
  PyObject** top = facts.stack + depth->value();
  OperationKind kind = call->operation.kind;
  if (kind == OperationKind::kCall) {
    stealFromSlots(top, *call, function);
  } else if (kind == OperationKind::kCallKeywords) {  // the names lie on top
    stealFromSlots(top - 1, *call, function);
  } else if (kind == OperationKind::kCallSpread && given != nullptr) {
    stealFromSpread(*given, top, *call, function);
  }
}

}  // namespace suture::hook
