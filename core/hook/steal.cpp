#include "core/hook/steal.h"

#include <algorithm>

#include "core/frame/code_info.h"
#include "core/hook/counters.h"
#include "core/py/faults.h"
#include "core/py/version.h"

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

// f(a, *b): the arguments are in a tuple, which plain CPython drops before the callee runs. Only
// where the tuple is certain to be the one in the slot: the call makes a tuple of any other
// iterable and leaves the slot dangling.
void stealFromTuple(PyObject** slot, const bytecode::Instruction& call,
                    const bytecode::CodeAnalysis& analysis, PyObject* function) {
  const bytecode::Instruction* before = analysis.instructionCovering(call.offset - 1);
  if (!py::version::kInlinesSpreadCalls || before == nullptr ||
      before->operation.kind != OperationKind::kListToTuple ||
      callableUnder(slot, call).object != function) {
    return;
  }
  PyObject* tuple = *slot;
  if (Py_REFCNT(tuple) == 1) empty(&PyTuple_GET_ITEM(tuple, 0), PyTuple_GET_SIZE(tuple));
}

}  // namespace

void stealArguments(PyThreadState* thread, SutureFrame* frame, const Context& context) noexcept {
  SutureFrame* caller = suture_current_frame(thread);
  if (caller == nullptr || onlyLeaves(frame)) return;
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
  } else if (kind == OperationKind::kCallSpread) {
    stealFromTuple(top - 1, *call, facts.analysis, function);
  }
}

}  // namespace suture::hook
