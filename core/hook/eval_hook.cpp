#include "core/hook/eval_hook.h"

#include <Python.h>

#include <string_view>
#include <utility>

#include "core/frame/code_identity.h"
#include "core/frame/code_info.h"
#include "core/frame/generator_end.h"
#include "core/frame/native_stack.h"
#include "core/frame/pending.h"
#include "core/frame/run.h"
#include "core/hook/context.h"
#include "core/hook/counters.h"
#include "core/hook/handled_generators.h"
#include "core/hook/instrumentation.h"
#include "core/hook/loop_call.h"
#include "core/hook/monitoring_start.h"
#include "core/hook/planted_frame.h"
#include "core/hook/recursion_charge.h"
#include "core/hook/spread_calls.h"
#include "core/hook/steal.h"
#include "core/py/check.h"
#include "core/py/faults.h"
#include "core/py/native_call.h"
#include "core/py/version.h"

namespace suture::hook {
namespace {

SutureEvaluator next = nullptr;  // the hook that was there before ours, or CPython's evaluator
bool installed = false;
bool heard = false;  // our own audit event has come back to us

// Called by CPython, through which no C++ exception may pass: what allocates is noexcept, so memory
// that is short for our own books ends the process, as a broken invariant does.

SUTURE_APART PyObject* handOnGivingBack(PyThreadState* thread, SutureFrame* frame, int raise,
                                        int givenBack) {
  suture_add_recursion_in_c(thread, givenBack);
  PyObject* result = next(thread, frame, raise);
  suture_add_recursion_in_c(thread, -givenBack);
  return result;
}

SUTURE_APART PyObject* handOnCharged(PyThreadState* thread, SutureFrame* frame, int raise) {
  int givenBack = chargedTooMuch(thread, frame, raise != 0);
  if (givenBack == 0) {
    SUTURE_TAIL_CALL return next(thread, frame, raise);
  }
  return handOnGivingBack(thread, frame, raise, givenBack);
}

// A frame of a code of which there are disarmed copies in use.
SUTURE_APART PyObject* handOnShared(PyThreadState* thread, SutureFrame* frame, int raise) noexcept {
  auto code = py::Ref<PyCodeObject>::share(suture_frame_code(frame));
  fetchInstrumentation(thread, code.get());
  PyObject* result = handOnCharged(thread, frame, raise);
  spreadInstrumentation(code.get(), code.get());
  return result;
}

PyObject* handOn(PyThreadState* thread, SutureFrame* frame, int raise) {
  if constexpr (!py::version::kChargesNestedEvaluation) {
    SUTURE_TAIL_CALL return next(thread, frame, raise);
  }
  if (instrumentationIsShared(suture_frame_code(frame))) {
    SUTURE_TAIL_CALL return handOnShared(thread, frame, raise);
  }
  SUTURE_TAIL_CALL return handOnCharged(thread, frame, raise);
}

// Tracing, profiling and monitoring have to see the original instructions. False for a frame that
// can run with stops: then its original is instrumented as its RESUME would have had it.
bool isObserved(PyThreadState* thread, SutureFrame* frame) {
  PyCodeObject* code = suture_frame_code(frame);
  if (instrumentationIsShared(code)) fetchInstrumentation(thread, code);
  return suture_thread_is_traced(thread) || suture_code_is_monitored(code) ||
         !updateInstrumentation(thread, code);
}

// The end of a frame that ran on a copy.
SUTURE_APART PyObject* finish(frame::Activation& activation) noexcept {
  const frame::StopCopy& copy = activation.copy();
  PyObject* result = activation.finish();
  if (!copy.isArmed()) spreadInstrumentation(copy.code().get(), copy.original().get());
  return result;
}

// Carries out what the handler of the policy wants until the frame leaves.
SUTURE_APART PyObject* drive(frame::Activation& activation, frame::Outcome outcome,
                             StopHandler& handler) noexcept {
  while (outcome == frame::Outcome::kStopped) {
    ++counters().stops;
    Action action = handler.atStop(activation);
    switch (action.kind) {
      case Action::Kind::kGoOn:
        outcome = activation.goOn();
        break;
      case Action::Kind::kStep:
        outcome = activation.step();
        break;
      case Action::Kind::kRaise:
        outcome = activation.raiseAt(action.offset, std::move(action.value));
        break;
      case Action::Kind::kReturn:
        outcome = activation.returnAt(action.offset, std::move(action.value));
        break;
    }
  }
  return finish(activation);
}

// Under a planted fault.
SUTURE_APART PyObject* drivePlanted(frame::Activation& activation,
                                    frame::Outcome outcome) noexcept {
  PlantedFrame planted(activation);
  while (outcome == frame::Outcome::kStopped) {
    ++counters().stops;
    outcome = planted.goOn();
  }
  planted.leave(outcome);
  return finish(activation);
}

inline PyObject* driveOn(frame::Activation& activation, frame::Outcome outcome,
                         StopHandler* handler) {
  if (handler != nullptr) return drive(activation, outcome, *handler);
  if (PlantedFrame::isWanted()) return drivePlanted(activation, outcome);
  while (outcome == frame::Outcome::kStopped) {
    ++counters().stops;
    outcome = activation.goOn();
  }
  return finish(activation);
}

// This and Activation::evaluate() are what a stopped frame costs of the C stack.
SUTURE_APART PyObject* runStopping(PyThreadState* thread, SutureFrame* frame, frame::StopCopy& copy,
                                   int givenBack, StopHandler* handler) noexcept {
  auto activation = frame::Activation::begin(thread, frame, copy, givenBack);
  return driveOn(*activation, activation->start(), handler);
}

// The copy to run this code on under the policy, or nullptr for "run plain" (counted).
SUTURE_APART frame::StopCopy* copyUnder(const BreakPolicy& policy, PyCodeObject* code,
                                        bool isEntry) noexcept {
  frame::CodeInfo& info = frame::CodeInfo::of(code);
  // A policy of positions means other stops for the entry than for a callee of the same code.
  std::uint64_t key = policy.key() << 1 | (isEntry ? 1 : 0);
  if (info.plainUnderKey == key) {
    ++counters().plainNoStops;
    return nullptr;
  }
  if (frame::StopCopy* copy = info.existingCopyFor(key)) return copy;
  std::vector<bytecode::CodeOffset> stops = policy.stopsIn(info.analysis(), code, isEntry);
  if (stops.empty()) {
    info.plainUnderKey = key;
    ++counters().plainNoStops;
    return nullptr;
  }
  frame::StopCopy* copy = info.copyFor(key, stops);
  if (copy == nullptr) ++counters().plainNoCopy;
  return copy;
}

// The frame of an inlined callee: it begins in the state that was noted for it.
SUTURE_APART PyObject* runPending(PyThreadState* thread, SutureFrame* frame,
                                  const BreakPolicy& policy, frame::PendingState pending) noexcept {
  PyCodeObject* code = suture_frame_code(frame);
  frame::CodeInfo& info = frame::CodeInfo::of(code);
  frame::StopCopy* copy =
      info.copyFor(policy.key() << 1, policy.stopsIn(info.analysis(), code, false));
  if (copy == nullptr) {
    // Every copy is in use by other threads: the callee cannot be given its state, and running it
    // from its start would be wrong.
    suture_drop_fresh(thread, frame);
    return PyErr_NoMemory();
  }
  ++counters().framesHandled;
  auto activation =
      frame::Activation::begin(thread, frame, *copy, chargedTooMuch(thread, frame, false));
  frame::Outcome outcome = activation->startToFirstLegal();
  // RESUME looks for signals and asynchronous exceptions: one may be raised before the first stop.
  if (outcome != frame::Outcome::kStopped) return finish(*activation);
  activation->write(pending.state);
  if (pending.callee != nullptr) {
    frame::expect(activation->frame(), std::move(*pending.callee));
  }
  return driveOn(*activation, activation->goOn(), policy.handler());
}

SUTURE_APART PyObject* makeGenerator(PyThreadState* thread, SutureFrame* frame,
                                     int raise) noexcept {
  Context* context = currentContext();
  bool isEntry =
      context != nullptr && py::Borrowed<>(suture_frame_function(frame)) == context->entry;
  PyObject* generator = handOn(thread, frame, raise);
  bool handled = context != nullptr && context->policy != nullptr;
  if (generator != nullptr && (handled || anyGeneratorHandled())) {
    registerGenerator(generator, handled ? Handling{context->policy, isEntry} : Handling{});
  }
  return generator;
}

SUTURE_APART PyObject* resumeUnder(PyThreadState* thread, SutureFrame* frame, int raise,
                                   const BreakPolicy& policy, bool isEntry) {
  if (raise) {
    ++counters().plainThrown;
    return handOn(thread, frame, raise);
  }
  if (isObserved(thread, frame)) {
    ++counters().plainTraced;
    return handOn(thread, frame, raise);
  }
  frame::StopCopy* copy = copyUnder(policy, suture_frame_code(frame), isEntry);
  if (copy == nullptr) return handOn(thread, frame, raise);
  ++counters().resumptionsHandled;
  int givenBack = chargedTooMuch(thread, frame, false);
  return runStopping(thread, frame, *copy, givenBack, policy.handler());
}

// Where some generators are handled: this one may be.
SUTURE_APART PyObject* resumeAmongHandled(PyThreadState* thread, SutureFrame* frame, int raise) {
  PyGenObject* generator = suture_frame_generator(frame);
  const Handling* handling = handlingOf(generator);
  if (handling == nullptr) {
    SUTURE_TAIL_CALL return handOn(thread, frame, raise);
  }
  // The fault is that what was thrown in is lost.
  if (py::faultActive(py::Fault::kF06) && std::exchange(raise, 0) != 0) PyErr_Clear();
  ContextScope scope(handling->policy);
  PyObject* result = resumeUnder(thread, frame, raise, *handling->policy, handling->isEntry);
  // An error, or a value that is no yield: it has ended. (A yield leaves it suspended.)
  if (result == nullptr || !suture_generator_is_suspended(generator)) forgetGenerator(generator);
  return result;
}

SUTURE_APART PyObject* resumeGenerator(PyThreadState* thread, SutureFrame* frame, int raise) {
  if (!raise && frame::nativeStackIsLow()) {
    // Raised where the generator waits: its frame belongs to whoever resumes it and cannot be
    // dropped.
    ++counters().nativeStackGuards;
    PyErr_SetString(PyExc_RecursionError, "maximum recursion depth exceeded");
    SUTURE_TAIL_CALL return handOn(thread, frame, 1);
  }
  if (anyGeneratorHandled()) {
    SUTURE_TAIL_CALL return resumeAmongHandled(thread, frame, raise);
  }
  SUTURE_TAIL_CALL return handOn(thread, frame, raise);
}

// A copy's code object reached a fresh frame: somebody kept `f_code` of a running frame.
SUTURE_APART void swapCopyBack(SutureFrame* frame) noexcept {
  frame::CodeInfo* info = frame::CodeInfo::find(suture_frame_code(frame));
  if (info == nullptr || info->asCopy() == nullptr) return;
  suture_frame_set_code(frame, info->asCopy()->original().get());
  ++counters().copiesSwappedBack;
}

SUTURE_APART PyObject* refuse(PyThreadState* thread, SutureFrame* frame, int) {
  ++counters().nativeStackGuards;
  if (!frame::nothingPending()) frame::dropPending(suture_current_frame(thread));
  suture_drop_fresh(thread, frame);
  PyErr_SetString(PyExc_RecursionError, "maximum recursion depth exceeded");
  return nullptr;
}

// A call's result that was found in another way than by running its frame from the start.
struct Answer {
  bool given = false;
  PyObject* result = nullptr;
};

SUTURE_APART Answer answerByPending(PyThreadState* thread, SutureFrame* frame) noexcept {
  auto pending = frame::takePending(suture_current_frame(thread), suture_frame_function(frame));
  if (!pending) return {};
  return {true, runPending(thread, frame, *currentContext()->policy, std::move(*pending))};
}

SUTURE_APART Answer answerByHandler(PyThreadState* thread, SutureFrame* frame,
                                    StopHandler& handler) noexcept {
  py::Ref<> answer = handler.atEntry(thread, frame);
  if (!answer) return {};
  ++counters().answeredAtEntry;
  suture_drop_fresh(thread, frame);
  return {true, answer.release()};
}

SUTURE_APART PyObject* runFresh(PyThreadState* thread, SutureFrame* frame, int raise) {
  const Context& context = *currentContext();
  const BreakPolicy& policy = *context.policy;
  stealArguments(thread, frame, context, __builtin_frame_address(0));
  bool observed = isObserved(thread, frame);
  if (!frame::nothingPending()) {
    Answer answer = answerByPending(thread, frame);
    if (answer.given) return answer.result;
  }
  if (observed) {
    ++counters().plainTraced;
    SUTURE_TAIL_CALL return handOn(thread, frame, raise);
  }
  StopHandler* handler = policy.handler();
  if (handler != nullptr && handler->answersEntries()) {
    Answer answer = answerByHandler(thread, frame, *handler);
    if (answer.given) return answer.result;
  }
  bool isEntry = py::Borrowed<>(suture_frame_function(frame)) == context.entry;
  frame::StopCopy* copy = copyUnder(policy, suture_frame_code(frame), isEntry);
  if (copy == nullptr) {
    SUTURE_TAIL_CALL return handOn(thread, frame, raise);
  }
  ++counters().framesHandled;
  int givenBack = chargedTooMuch(thread, frame, raise != 0);
  return runStopping(thread, frame, *copy, givenBack, handler);
}

PyObject* evaluateFrame(PyThreadState* thread, SutureFrame* frame, int raise) {
  if (suture_frame_is_generators(frame)) {
    SUTURE_TAIL_CALL return resumeGenerator(thread, frame, raise);
  }
  if (frame::nativeStackIsLow()) {
    SUTURE_TAIL_CALL return refuse(thread, frame, raise);
  }
  if (frame::StopCopy::alive() > 0) swapCopyBack(frame);
  if ((suture_frame_code(frame)->co_flags & kSutureGeneratorFlags) != 0) {
    SUTURE_TAIL_CALL return makeGenerator(thread, frame, raise);
  }
  const Context* context = currentContext();
  if (context == nullptr || context->policy == nullptr) {
    SUTURE_TAIL_CALL return handOn(thread, frame, raise);
  }
  SUTURE_TAIL_CALL return runFresh(thread, frame, raise);
}

PyInterpreterState* interpreter() { return suture_interpreter(PyThreadState_Get()); }

// Tracing that starts in mid-frame must see the original instructions.
int onAudit(const char* event, PyObject*, void*) noexcept {
  std::string_view name(event);
  if (name == "suture.listening") heard = true;
  if (name == "sys.settrace" || name == "sys.setprofile") frame::StopCopy::disarmAll();
  return 0;
}

}  // namespace

bool EvalHook::prepare() {
  static bool prepared = false;
  if (prepared) return true;
  if (PySys_AddAuditHook(&onAudit, nullptr) != 0) return false;
  // CPython reports success as well when a hook of the program vetoes ours by a RuntimeError.
  if (PySys_Audit("suture.listening", nullptr) != 0) return false;
  if (!heard) {
    PyErr_SetString(PyExc_RuntimeError,
                    "suture has to hear of tracing that starts in mid-frame, but an audit hook of "
                    "this program refuses further audit hooks");
    return false;
  }
  if (!SpreadCalls::learn() || !LoopCall::learn()) return false;
  learnInstrumentation();
  frame::showOriginalCode();
  frame::freeGeneratorsInTurn();
  prepared = true;
  return true;
}

bool EvalHook::install() {
  if (installed) return true;
  if (!prepare()) return false;
  watchMonitoringStart();
  SpreadCalls::begin();
  next = suture_get_evaluator(interpreter());
  suture_set_evaluator(interpreter(), &evaluateFrame);
  installed = true;
  return true;
}

bool EvalHook::remove() {
  if (!installed) return true;
  if (suture_get_evaluator(interpreter()) != &evaluateFrame) return false;
  frame::StopCopy::disarmAll();
  forgetAllGenerators();
  suture_set_evaluator(interpreter(), next);
  SpreadCalls::end();
  unwatchMonitoringStart();
  installed = false;
  return true;
}

bool EvalHook::isInstalled() { return installed; }

}  // namespace suture::hook
