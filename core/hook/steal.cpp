#include "core/hook/steal.h"

#include <algorithm>
#include <optional>

#include "core/frame/code_info.h"
#include "core/hook/counters.h"
#include "core/hook/spread_calls.h"
#include "core/py/faults.h"

namespace suture::hook {

using bytecode::CodeOffset;
using bytecode::OperationKind;

namespace {

// Values whose death nobody can notice.
bool isLeaf(PyObject* value) {
  PyTypeObject* type = Py_TYPE(value);
  return type == &PyLong_Type || type == &PyUnicode_Type || type == &PyFloat_Type ||
         type == &PyBool_Type || type == &PyBytes_Type || value == Py_None ||
         (type == &PyTuple_Type && PyTuple_GET_SIZE(value) == 0);
}

bool onlyLeaves(SutureFrame* frame) {
  const PyCodeObject* code = suture_frame_code(frame);
  int parameters = code->co_argcount + code->co_kwonlyargcount +
                   ((code->co_flags & CO_VARARGS) != 0 ? 1 : 0) +
                   ((code->co_flags & CO_VARKEYWORDS) != 0 ? 1 : 0);
  PyObject** slots = suture_frame_slots(frame);
  return std::all_of(slots, slots + parameters,
                     [](PyObject* value) { return value == nullptr || isLeaf(value); });
}

void empty(PyObject** first, Py_ssize_t count) {
  for (PyObject** slot = first; slot < first + count; ++slot) {
    PyObject* value = *slot;
    if (value == nullptr || value == Py_None) continue;
    *slot = Py_NewRef(Py_None);
    Py_DECREF(value);
    ++counters().argumentsStolen;
  }
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
  PyObject* object;
  bool hasSelf;
};
Callable callableUnder(PyObject** arguments, const bytecode::Instruction& call) {
  PyObject* lower = arguments[-2];
  PyObject* upper = arguments[-1];
  if (call.operation.callOrder == bytecode::CallOrder::kCallableFirst) {
    return {lower, upper != nullptr};
  }
  return {lower != nullptr ? lower : upper, lower != nullptr};
}

void stealFromSlots(PyObject** arguments, Py_ssize_t count, const bytecode::Instruction& call,
                    PyObject* function) {
  auto [callable, hasSelf] = callableUnder(arguments, call);
  if (callable != function) return;
  if (hasSelf) {
    --arguments;
    ++count;
  }
  if (py::faultActive(py::Fault::kP10)) {
    ++arguments;
    --count;
  }
  empty(arguments, count);
}

// f(*a, **k): the array of a call with names owns what is in it; the tuple and the dict go before
// the callee runs, if nobody else has them, and the names with them.
void stealFromSpread(SpreadCall& spread, PyObject** top, const bytecode::Instruction& call,
                     PyObject* function) {
  PyObject* dict = call.oparg != 0 ? top[-1] : nullptr;
  PyObject** slot = top - (call.oparg != 0 ? 2 : 1);
  if (callableUnder(slot, call).object != function || !spread.isOf(dict)) return;
  spread.taken();
  if (spread.names != nullptr) {
    auto* array = const_cast<PyObject**>(spread.arguments);
    empty(array, spread.positional + PyTuple_GET_SIZE(spread.names));
  }
  if (spread.tuple != nullptr && Py_REFCNT(spread.tuple) == 1) {
    empty(&PyTuple_GET_ITEM(spread.tuple, 0), PyTuple_GET_SIZE(spread.tuple));
  }
  if (spread.names != nullptr) {
    PyDict_Clear(dict);  // made by the call's own instructions
    empty(&PyTuple_GET_ITEM(spread.names, 0), PyTuple_GET_SIZE(spread.names));
  }
}

}  // namespace

void stealArguments(PyThreadState* thread, SutureFrame* frame, const Context& context) noexcept {
  SutureFrame* caller = suture_current_frame(thread);
  if (caller == nullptr) return;
  SpreadCall* spread = SpreadCall::pendingOf(caller);
  if (onlyLeaves(frame) && (spread == nullptr || spread->hasQuietNames())) return;
  Facts facts = factsOf(caller);
  // The callable that the call instruction has to have: what stands in between, in C, may have put
  // borrowed references beside the arguments, and keeps them in plain CPython too.
  PyObject* function = suture_frame_function(frame);
  if (caller == context.entryCaller && function == context.entry) function = context.callable;
  CodeOffset current(suture_frame_current(caller));
  const bytecode::Instruction* call = facts.analysis.instructionAt(current);
  if (call == nullptr) return;
  std::optional<bytecode::StackDepth> depth = facts.analysis.depthAt(call->offset);
  if (!depth) return;
  PyObject** top = facts.stack + depth->value();
  OperationKind kind = call->operation.kind;
  if (kind == OperationKind::kCall) {
    stealFromSlots(top - call->oparg, call->oparg, *call, function);
  } else if (kind == OperationKind::kCallKeywords) {  // the names lie on top
    stealFromSlots(top - 1 - call->oparg, call->oparg, *call, function);
  } else if (kind == OperationKind::kCallSpread && spread != nullptr) {
    stealFromSpread(*spread, top, *call, function);
  }
}

}  // namespace suture::hook
