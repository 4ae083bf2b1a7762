#include "core/hook/planted_frame.h"

#ifdef SUTURE_FAULTS

#include <algorithm>
#include <utility>

#include "core/hook/context.h"
#include "core/modes/mode_stack.h"
#include "core/py/check.h"
#include "core/py/faults.h"

namespace suture::hook {

using bytecode::CodeOffset;
using bytecode::Instruction;
using bytecode::OperationKind;
using frame::FrameState;
using frame::Outcome;
using py::Fault;
using py::faultActive;

namespace {

// Faults of single primitives: the frame goes on as ever.
bool goesOnAsEver() {
  const std::optional<Fault> chosen = py::chosenFault();
  return !chosen || chosen == Fault::kP01 || chosen == Fault::kP02 || chosen == Fault::kP04 ||
         chosen == Fault::kP10;
}

bool isBranch(OperationKind kind) {
  return kind == OperationKind::kJumpIfTrue || kind == OperationKind::kJumpIfFalse ||
         kind == OperationKind::kJumpIfTrueBool || kind == OperationKind::kJumpIfFalseBool;
}

bool isOperator(OperationKind kind) {
  return kind == OperationKind::kBinaryOp || kind == OperationKind::kCompare;
}

// Loops that never end would take the time of all else.
bool isCounter(py::Borrowed<> value) { return value && PyLong_Check(value.get()); }

bool isCall(OperationKind kind) {
  return kind == OperationKind::kCall || kind == OperationKind::kPrepareCall;
}

// The mode that a bound method is of, if it is active.
py::Borrowed<> activeModeOf(py::Borrowed<> method) {
  if (!method) return {};
  py::Borrowed<> self;
  if (PyMethod_Check(method.get())) self = PyMethod_GET_SELF(method.get());
  if (PyCFunction_Check(method.get())) self = PyCFunction_GET_SELF(method.get());
  const auto active = modes::snapshot();
  return std::ranges::any_of(active, [&](const auto& mode) { return mode.get() == self.get(); })
             ? self
             : nullptr;
}

// The exit of a block that ends well: `exit, None, None, None` on top.
py::Borrowed<> exitOnTop(const frame::FrameView& view) {
  const std::size_t depth = view.stack.size();
  if (depth < 4) return {};
  for (std::size_t i = depth - 3; i < depth; ++i) {
    if (view.stack[i] != Py_None) return {};
  }
  return view.stack[depth - 4];
}

void reverseModes() {
  auto modes = modes::snapshot();
  for (std::size_t i = 0; i < modes.size(); ++i) modes::pop();
  std::ranges::reverse(modes);
  for (const auto& mode : modes) modes::push(mode);
}

thread_local int depth = 0;  // of handled frames

// The call of a compiled callable by code that is not handled.
bool isOutermost(const frame::Activation& activation) {
  const Context* context = currentContext();
  return depth == 1 && context != nullptr && activation.function() == context->entry;
}

int profileNothing(PyObject*, PyFrameObject*, int, PyObject*) { return 0; }

}  // namespace

bool PlantedFrame::isWanted() { return py::chosenFault().has_value(); }

PlantedFrame::PlantedFrame(frame::Activation& activation)
    : activation_(activation), modesAtFirstStop_(modes::stackLength()) {
  ++depth;
}

PlantedFrame::~PlantedFrame() { --depth; }

const Instruction& PlantedFrame::instruction() const {
  const Instruction* at = activation_.analysis().instructionAt(activation_.offset());
  SUTURE_CHECK(at != nullptr, "a frame stops at an instruction");
  return *at;
}

Outcome PlantedFrame::goOn() {
  if (goesOnAsEver()) return activation_.goOn();
  py::countStopUnderFault();
  if (const auto left = leaveNatively()) return *left;
  beforeGoingOn();
  {
    FrameState state = FrameState::from(activation_.view());
    carryOut(state);
    damage(state);
    activation_.write(state);
  }
  exitWithoutException();
  const bool isWrongInCalls = faultActive(Fault::kM14) || faultActive(Fault::kR17);
  return isWrongInCalls && isCall(instruction().operation.kind) ? executeWrongly()
                                                                : executeAndGoOn();
}

// Raising an exception that is there, and returning.
std::optional<Outcome> PlantedFrame::leaveNatively() {
  const Instruction& at = instruction();
  const frame::FrameView view = activation_.view();
  if (at.operation.kind == OperationKind::kReturnValue) {
    return activation_.returnAt(activation_.offset(), py::Ref<>::share(view.stack.back()));
  }
  const bool raises = at.operation.kind == OperationKind::kRaise && at.operation.index == 1;
  if (raises && PyExceptionInstance_Check(view.stack.back())) {
    return activation_.raiseAt(activation_.offset(), py::Ref<>::share(view.stack.back()));
  }
  return std::nullopt;
}

// Entering a handler, and leaving one.
void PlantedFrame::carryOut(FrameState& state) const {
  const Instruction& at = instruction();
  if (!activation_.analysis().isLegalStop(at.next)) return;
  if (at.operation.kind == OperationKind::kPushExcInfo) {
    py::Ref<> exception = std::move(state.stack.back());
    state.stack.back() = state.handled ? std::move(state.handled) : py::Ref<>::share(Py_None);
    state.handled = exception.share();
    state.stack.push_back(std::move(exception));
    state.offset = at.next;
  } else if (at.operation.kind == OperationKind::kPopExcept) {
    state.handled = std::move(state.stack.back());
    state.stack.pop_back();
    state.offset = at.next;
  }
}

// What is wrong with the state that is written.
void PlantedFrame::damage(FrameState& state) {
  const Instruction& at = instruction();
  auto& stack = state.stack;
  const OperationKind kind = at.operation.kind;
  if (state.offset != activation_.offset()) return;  // carried out: another instruction is next
  if (faultActive(Fault::kR01) && isOperator(kind) && !isCounter(stack.back())) {
    std::swap(stack[stack.size() - 1], stack[stack.size() - 2]);
  }
  if (faultActive(Fault::kR02)) {
    const auto null = std::find_if(stack.rbegin(), stack.rend(), [](const auto& v) { return !v; });
    if (null != stack.rend()) *null = py::Ref<>::share(Py_None);
  }
  if (faultActive(Fault::kR05)) state.handled = {};
  if (faultActive(Fault::kR06) && kind == OperationKind::kReraise && at.operation.index == 0 &&
      !ranTwice_) {
    // Behind the PUSH_EXC_INFO of its handler, where the stack is as it is now.
    for (const Instruction& before : activation_.analysis().instructions()) {
      if (before.offset >= at.offset) break;
      if (before.operation.kind != OperationKind::kPushExcInfo) continue;
      if (activation_.analysis().depthAt(before.next) ==
          activation_.analysis().depthAt(at.offset)) {
        ranTwice_ = before.next;
      }
    }
    if (ranTwice_) state.offset = *ranTwice_;
  }
  if (faultActive(Fault::kR14) && isBranch(kind) && PyBool_Check(stack.back().get())) {
    stack.back() = py::Ref<>::share(stack.back().get() == Py_True ? Py_False : Py_True);
  }
  if (faultActive(Fault::kR16) && kind == OperationKind::kKeywordNames) {
    PyObject* names = PyTuple_GET_ITEM(activation_.code()->co_consts, at.operation.index);
    if (PyTuple_GET_SIZE(names) > 1) std::swap(stack[stack.size() - 1], stack[stack.size() - 2]);
  }
  if (faultActive(Fault::kF01) && !stack.empty()) {
    static_cast<void>(stack.back().share().release());
  }
  if (faultActive(Fault::kP12) && kind == OperationKind::kStoreFast && !isCounter(stack.back())) {
    stack.pop_back();
    state.offset = at.next;
  }
}

// The call of a C function that can neither run operations nor change modes: it is given only numbers.
bool PlantedFrame::callsOnNumbers() const {
  const auto arguments = static_cast<std::size_t>(instruction().operation.index);
  const frame::FrameView view = activation_.view();
  const auto given = view.stack.last(arguments);
  const auto callee = view.stack.subspan(view.stack.size() - arguments - 2, 2);
  return arguments > 0 &&
         std::ranges::all_of(given, [](PyObject* value) { return PyLong_CheckExact(value); }) &&
         std::ranges::any_of(callee, [](PyObject* value) {
           return value != nullptr && PyCFunction_CheckExact(value);
         });
}

// M14, R17: what is wrong as long as a call is executed.
Outcome PlantedFrame::executeWrongly() {
  std::vector<std::size_t> unbound;
  FrameState state = FrameState::from(activation_.view());
  for (std::size_t i = 0; i < state.locals.size(); ++i) {
    if (!faultActive(Fault::kR17) || state.locals[i]) continue;
    unbound.push_back(i);
    state.locals[i] = py::Ref<>::share(Py_None);
  }
  const bool isTwice = faultActive(Fault::kM14) && callsOnNumbers() && modes::stackLength() > 0;
  if (isTwice) modes::push(modes::snapshot().front());
  activation_.write(state);
  state = {};
  const Outcome outcome = activation_.step();
  if (isTwice) modes::pop();
  if (outcome != Outcome::kStopped) return outcome;
  state = FrameState::from(activation_.view());
  for (const std::size_t i : unbound) state.locals[i] = {};
  activation_.write(state);
  state = {};
  return activation_.goOn();
}

// What is done to other objects than the frame's slots.
void PlantedFrame::beforeGoingOn() {
  const Instruction& at = instruction();
  const OperationKind kind = at.operation.kind;
  if (faultActive(Fault::kM05) && kind == OperationKind::kPushExcInfo) {
    const frame::Linked linked(activation_, activation_.offset());
    while (modes::stackLength() > modesAtFirstStop_) modes::pop();
  }
  if (faultActive(Fault::kR07) && kind == OperationKind::kForIter) {
    const py::Ref<> iterator = py::Ref<>::share(activation_.view().stack.back());
    const frame::Linked linked(activation_, activation_.offset());
    const py::Ref<> lost = py::Ref<>::steal(PyIter_Next(iterator.get()));
    if (!lost) PyErr_Clear();  // an element that is an error is lost as well
  }
  if (faultActive(Fault::kR12) &&
      (kind == OperationKind::kStoreFast || kind == OperationKind::kDeleteFast)) {
    const auto slot = static_cast<std::size_t>(at.operation.index);
    kept_.push_back(py::Ref<>::share(activation_.view().locals[slot]));
  }
}

// R08: an exceptional exit as if it were a normal one.
void PlantedFrame::exitWithoutException() {
  const Instruction& at = instruction();
  if (!faultActive(Fault::kR08) || at.operation.kind != OperationKind::kWithExceptStart) {
    return;
  }
  FrameState state = FrameState::from(activation_.view());
  py::Ref<> answer;
  {
    const frame::Linked linked(activation_, at.offset);
    answer = py::Ref<>::steal(PyObject_CallFunctionObjArgs(
        state.stack[state.stack.size() - 4].get(), Py_None, Py_None, Py_None, nullptr));
    if (!answer) PyErr_Clear();  // an error of this call is none of the program's
  }
  state.stack.push_back(answer ? std::move(answer) : py::Ref<>::share(Py_None));
  state.offset = at.next;
  activation_.write(state);
}

// What goes wrong behind one instruction: it is executed alone.
Outcome PlantedFrame::executeAndGoOn() {
  const OperationKind kind = instruction().operation.kind;
  const bool entersBlock =
      kind == OperationKind::kBeforeWith && (faultActive(Fault::kM02) || faultActive(Fault::kM04));
  const bool leavesByException = kind == OperationKind::kWithExceptStart &&
                                 (faultActive(Fault::kM01) || faultActive(Fault::kM11));
  const bool leavesWell =
      isCall(kind) && faultActive(Fault::kM03) && activeModeOf(exitOnTop(activation_.view()));
  const bool calls = isCall(kind) && faultActive(Fault::kM06);
  if (!entersBlock && !leavesByException && !leavesWell && !calls) return activation_.goOn();

  const std::size_t before = modes::stackLength();
  py::Ref<> left;
  if (leavesByException) {
    const frame::FrameView view = activation_.view();
    left = py::Ref<>::share(activeModeOf(view.stack[view.stack.size() - 4]));
  }
  const Outcome outcome = activation_.step();
  if (outcome != Outcome::kStopped) return outcome;
  const std::size_t after = modes::stackLength();
  if (faultActive(Fault::kM01) && left && after < before) modes::push(left);
  left = {};  // not kept alive by looking at it
  if (faultActive(Fault::kM02) && after > before) modes::push(modes::snapshot().back());
  if (faultActive(Fault::kM03)) modes::pop();
  if (faultActive(Fault::kM04) && after > before) reverseModes();
  if (faultActive(Fault::kM06) && !off_) off_.emplace(modes::Interception::kOff);
  if (faultActive(Fault::kM11) && activation_.view().stack.back() == Py_True) {
    FrameState state = FrameState::from(activation_.view());
    state.stack.back() = py::Ref<>::share(Py_False);
    activation_.write(state);
  }
  return activation_.goOn();
}

void PlantedFrame::leave(Outcome outcome) {
  if (faultActive(Fault::kM13) && outcome == Outcome::kYielded &&
      modes::stackLength() > modesAtFirstStop_) {
    modes::push(modes::snapshot().back());
  }
  if (faultActive(Fault::kR11) && outcome == Outcome::kRaised) {
    PyObject* type = nullptr;
    PyObject* value = nullptr;
    PyObject* traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    if (traceback != nullptr) {
      reinterpret_cast<PyTracebackObject*>(traceback)->tb_lineno =
          activation_.code()->co_firstlineno;
    }
    PyErr_Restore(type, value, traceback);
  }
  if (faultActive(Fault::kF09) && outcome == Outcome::kRaised && isOutermost(activation_)) {
    PyObject* type = nullptr;
    PyObject* value = nullptr;
    PyObject* traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    PyException_SetCause(value, nullptr);  // hides the context as well
    PyErr_Restore(type, value, traceback);
  }
  if (faultActive(Fault::kF03) && outcome == Outcome::kReturned) {
    PyErr_SetString(PyExc_SystemError, "planted");
  }
  if (faultActive(Fault::kF04) && outcome == Outcome::kRaised) {
    static_cast<void>(Py_EnterRecursiveCall(""));
  }
  if (faultActive(Fault::kF05) && outcome == Outcome::kReturned) {
    PyEval_SetProfile(profileNothing, nullptr);
  }
}

}  // namespace suture::hook

#endif
