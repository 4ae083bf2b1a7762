#include "core/hook/steal.h"

#include <algorithm>

#include "core/frame/code_info.h"
#include "core/hook/counters.h"
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
  PyObject** end;    // behind its last slot
};

Facts factsOf(SutureFrame* caller) {
  PyCodeObject* code = suture_frame_code(caller);
  frame::CodeInfo& info = frame::CodeInfo::of(code);
  frame::StopCopy* copy = info.asCopy();
  int floor = copy != nullptr ? suture_stack_floor(copy->original().get()) : 0;
  PyObject** stack = suture_frame_slots(caller) + code->co_nlocalsplus + floor;
  return {copy != nullptr ? copy->analysis() : info.analysis(), stack, stack + code->co_stacksize};
}

}  // namespace

void stealArguments(PyThreadState* thread, SutureFrame* frame, const Context& context) {
  SutureFrame* caller = suture_current_frame(thread);
  if (caller == nullptr || onlyLeaves(frame)) return;
  Facts facts = factsOf(caller);
  PyObject* function = suture_frame_function(frame);
  if (caller == context.entryCaller) {
    // compile()'s callable passed on what it got: steal if that lies on the caller's stack.
    PyObject** arguments = const_cast<PyObject**>(context.arguments);
    if (function == context.entry && arguments >= facts.stack && arguments < facts.end) {
      empty(arguments, context.argumentCount);
    }
    return;
  }
  CodeOffset current(suture_frame_current(caller));
  const bytecode::Instruction* call = facts.analysis.instructionAt(current);
  if (call == nullptr || call->operation.kind != OperationKind::kCall) return;
  std::optional<bytecode::StackDepth> depth = facts.analysis.depthAt(call->offset);
  if (!depth) return;
  PyObject** arguments = facts.stack + depth->value() - call->oparg;
  PyObject* lower = arguments[-2];
  PyObject* upper = arguments[-1];
  bool callableFirst = call->operation.callOrder == bytecode::CallOrder::kCallableFirst;
  PyObject* callable = callableFirst || lower != nullptr ? lower : upper;
  bool hasSelf = callableFirst ? upper != nullptr : lower != nullptr;
  if (callable != function) return;
  PyObject** first = hasSelf ? arguments - 1 : arguments;
  Py_ssize_t count = call->oparg + (hasSelf ? 1 : 0);
  if (py::faultActive(py::Fault::kP10)) {
    ++first;
    --count;
  }
  empty(first, count);
}

}  // namespace suture::hook
