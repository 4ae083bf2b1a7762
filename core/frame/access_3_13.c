/* CPython 3.13: see access.h. What 3.12 has in common with it is in access_since_3_12.inc.h. */
#define Py_BUILD_CORE 1
#include "core/frame/access.h"

#include "internal/pycore_ceval.h"
#include "internal/pycore_code.h"
#include "internal/pycore_frame.h"
#include "internal/pycore_interp.h"
#include "internal/pycore_pystate.h"
#include "opcode.h"

#if PY_VERSION_HEX < 0x030d0000 || PY_VERSION_HEX >= 0x030e0000
#error "this file is for CPython 3.13"
#endif

/* The unit executing, or about to, is kept; a YIELD_VALUE has already stepped over itself. */
enum { kNextBehindPointer = 0, kPassedByStop = 1 };
static inline PyCodeObject* code_of(const SutureFrame* frame) {
  return (PyCodeObject*)frame->f_executable;
}
static inline void put_code(SutureFrame* frame, PyCodeObject* code) {
  frame->f_executable = (PyObject*)code;
}
static inline _Py_CODEUNIT** pointer_of(SutureFrame* frame) { return &frame->instr_ptr; }

static inline SutureFrame** current_of(PyThreadState* thread) { return &thread->current_frame; }
static inline int is_suspended(int state) { return FRAME_STATE_SUSPENDED(state); }
static inline int suspended_state(int delegating) {
  return delegating ? FRAME_SUSPENDED_YIELD_FROM : FRAME_SUSPENDED;
}

static inline uintptr_t monitoring_version(PyThreadState* thread) {
  return thread->eval_breaker & ~(uintptr_t)_PY_EVAL_EVENTS_MASK;
}

static void pop_frame(PyThreadState* thread, SutureFrame* frame) {
  _PyThreadState_PopFrame(thread, frame);
}

static inline int cache_units_of_version(int opcode) {
  switch (opcode) {
    case CONTAINS_OP:
      return INLINE_CACHE_ENTRIES_CONTAINS_OP;
    case JUMP_BACKWARD:
    case POP_JUMP_IF_FALSE:
    case POP_JUMP_IF_NONE:
    case POP_JUMP_IF_NOT_NONE:
    case POP_JUMP_IF_TRUE:
      return 1;
    case TO_BOOL:
      return INLINE_CACHE_ENTRIES_TO_BOOL;
    default:
      return 0;
  }
}
static inline uint16_t first_counter(int opcode) {
  switch (opcode) {
    case JUMP_BACKWARD:
      return initial_jump_backoff_counter().as_counter;
    case POP_JUMP_IF_FALSE:
    case POP_JUMP_IF_NONE:
    case POP_JUMP_IF_NOT_NONE:
    case POP_JUMP_IF_TRUE:
      return 0x5555; /* a history of branches, taken every other time */
    default:
      return adaptive_counter_warmup().as_counter;
  }
}
enum { kFusedListAppend = CALL_LIST_APPEND };
static inline uint16_t word_before(uint16_t word, int next) {
  (void)next;
  return word;
}
static inline int is_executor(int opcode) { return opcode == ENTER_EXECUTOR; }
static inline void forget_executors(PyCodeObject* code) { code->co_executors = NULL; }

/* Apart from what evaluates: every level of the program's recursion would have its variables on the C
 * stack. */
__attribute__((noinline)) static PyObject* evaluate_raising(PyThreadState* thread,
                                                            SutureFrame* frame);

#include "core/frame/access_since_3_12.inc.h"

/* The entry that covers an instruction of a copy. The landing's if no other: a disarmed copy has no
 * entry for it, but the way out leads over the landing all the same. */
static Handler find_handler(const PyCodeObject* code, int offset) {
  const unsigned char* p = (const unsigned char*)PyBytes_AS_STRING(code->co_exceptiontable);
  const unsigned char* end = p + PyBytes_GET_SIZE(code->co_exceptiontable);
  Handler handler = {0, 0, 0, 0, 0};
  while (p != NULL && p < end && handler.end <= offset) p = read_handler(p, end, &handler);
  if (handler.start <= offset && offset < handler.end) return handler;
  int landing = suture_code_length(code) - kLandingUnits;
  return (Handler){0, landing, landing, 0, 1};
}

/* The interpreter's own way in with an error looks the handler up one unit before the one it puts
 * into the traceback. So the traceback entry is made and the handler entered here. */
static PyObject* evaluate_raising(PyThreadState* thread, SutureFrame* frame) {
  int current = suture_frame_current(frame);
  PyObject* error = PyErr_GetRaisedException();
  suture_link(thread, frame, current);
  PyFrameObject* object = PyThreadState_GetFrame(thread);
  PyErr_SetRaisedException(error);
  if (object != NULL) PyTraceBack_Here(object); /* else memory is short */
  error = PyErr_GetRaisedException();
  Py_XDECREF(object);
  Handler handler = find_handler(code_of(frame), current);
  PyObject** bottom = frame->localsplus + code_of(frame)->co_nlocalsplus;
  while (frame->localsplus + frame->stacktop > bottom + handler.depth) {
    --frame->stacktop;
    Py_XDECREF(frame->localsplus[frame->stacktop]);
  }
  suture_unlink(thread, frame);
  if (handler.pushes_position) {
    PyObject* at = PyLong_FromLong(current);
    for (; at == NULL; at = PyLong_FromLong(current)) { /* memory is short: so the interpreter */
      Py_SETREF(error, PyErr_GetRaisedException());
    }
    frame->localsplus[frame->stacktop++] = at;
  }
  frame->localsplus[frame->stacktop++] = error;
  suture_frame_set_next(frame, handler.target);
  return suture_resume(thread, frame);
}
