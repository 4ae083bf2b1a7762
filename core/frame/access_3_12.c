/* CPython 3.12: see access.h. What 3.13 has in common with it is in access_since_3_12.inc.h. */
#define Py_BUILD_CORE 1
#include "core/frame/access.h"

#include "internal/pycore_code.h"
#include "internal/pycore_frame.h"
#include "internal/pycore_interp.h"
#include "internal/pycore_pystate.h"
#include "opcode.h"

#if PY_VERSION_HEX < 0x030c0000 || PY_VERSION_HEX >= 0x030d0000
#error "this file is for CPython 3.12"
#endif

/* The unit before the one that runs next is kept, even while an instruction executes. */
enum { kNextBehindPointer = 1, kPassedByStop = 0 };
static inline PyCodeObject* code_of(const SutureFrame* frame) { return frame->f_code; }
static inline void put_code(SutureFrame* frame, PyCodeObject* code) { frame->f_code = code; }
static inline _Py_CODEUNIT** pointer_of(SutureFrame* frame) { return &frame->prev_instr; }

static inline SutureFrame** current_of(PyThreadState* thread) {
  return &thread->cframe->current_frame;
}
static inline int is_suspended(int state) { return state == FRAME_SUSPENDED; }
static inline int suspended_state(int delegating) {
  (void)delegating; /* read off the instruction that follows */
  return FRAME_SUSPENDED;
}

static inline uint64_t monitoring_version(PyThreadState* thread) {
  return thread->interp->monitoring_version;
}

/* Gives the top frame of the data stack back, with its chunk when it was the chunk's first. */
static void pop_frame(PyThreadState* thread, SutureFrame* frame) {
  _PyStackChunk* chunk = thread->datastack_chunk;
  if ((PyObject**)frame != &chunk->data[0]) {
    thread->datastack_top = (PyObject**)frame;
    return;
  }
  _PyStackChunk* below = chunk->previous;
  thread->datastack_chunk = below;
  thread->datastack_top = &below->data[below->top];
  thread->datastack_limit = (PyObject**)((char*)below + below->size);
  PyObjectArenaAllocator arenas;
  PyObject_GetArenaAllocator(&arenas);
  arenas.free(arenas.ctx, chunk, chunk->size);
}

static inline int cache_units_of_version(int opcode) {
  (void)opcode; /* none beside those of access_since_3_12.inc.h */
  return 0;
}
/* Calls specialise at once or not at all: under a hook, those of Python functions never do, and a
 * counter that has backed off seven times can pass for the RESUME of a `yield from` when a running
 * generator is asked what it awaits (the unit behind its call is looked at). One that has backed off as
 * far as they go never does. */
static inline uint16_t first_counter(int opcode) {
  return opcode == CALL ? adaptive_counter_bits(0, MAX_BACKOFF_VALUE) : adaptive_counter_warmup();
}
enum { kFusedListAppend = CALL_NO_KW_LIST_APPEND };
/* The interpreter fuses stores with what comes behind them, not in copies: an addition in place takes
 * in a store, but not such a one. */
static inline uint16_t word_before(uint16_t word, int next) {
  _Py_CODEUNIT unit = {.cache = word};
  if (unit.op.code != BINARY_OP_INPLACE_ADD_UNICODE || next != STORE_FAST__STORE_FAST) return word;
  unit.op.code = BINARY_OP_ADD_UNICODE;
  return unit.cache;
}
static inline int is_executor(int opcode) {
  (void)opcode;
  return 0;
}
static inline void forget_executors(PyCodeObject* code) { (void)code; }

/* An error is raised where the interpreter itself raises one thrown into a generator. */
static PyObject* evaluate_raising(PyThreadState* thread, SutureFrame* frame) {
  return _PyEval_EvalFrameDefault(thread, frame, 1);
}

#include "core/frame/access_since_3_12.inc.h"
