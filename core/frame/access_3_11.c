/* CPython 3.11: see access.h. */
#define Py_BUILD_CORE 1
#include "core/frame/access.h"

#include "internal/pycore_code.h"
#include "internal/pycore_frame.h"
#include "internal/pycore_genobject.h"
#include "internal/pycore_interp.h"
#include "internal/pycore_pystate.h"
#include "opcode.h"

#include <string.h>

#if PY_VERSION_HEX < 0x030b0000 || PY_VERSION_HEX >= 0x030c0000
#error "this file is for CPython 3.11"
#endif

/* Debug builds assert that YIELD_VALUE finds a value to pop. */
#ifdef Py_DEBUG
enum { kFloor = 1 };
#else
enum { kFloor = 0 };
#endif

/* The unit before the one that runs next is kept, even while an instruction executes. */
enum { kNextBehindPointer = 1, kPassedByStop = 0 };
static inline PyCodeObject* code_of(const SutureFrame* frame) { return frame->f_code; }
static inline void put_code(SutureFrame* frame, PyCodeObject* code) { frame->f_code = code; }
static inline _Py_CODEUNIT** pointer_of(SutureFrame* frame) { return &frame->prev_instr; }

#include "core/frame/access_common.inc.h"

PyObject* suture_frame_function(const SutureFrame* frame) { return (PyObject*)frame->f_func; }

int suture_stack_floor(const PyCodeObject* code) {
  return (code->co_flags & kSutureGeneratorFlags) != 0 ? 0 : kFloor;
}
int suture_stops_need_a_value(const PyCodeObject* code) {
  return kFloor && (code->co_flags & kSutureGeneratorFlags) != 0;
}

SutureFrame* suture_current_frame(PyThreadState* thread) { return thread->cframe->current_frame; }
int suture_thread_is_traced(PyThreadState* thread) { return thread->cframe->use_tracing != 0; }
int suture_code_is_monitored(const PyCodeObject* code) {
  (void)code; /* 3.12 on */
  return 0;
}
int suture_evaluation_charge(void) { return 0; }
void suture_add_recursion_in_c(PyThreadState* thread, int levels) {
  (void)thread;
  (void)levels;
}

static size_t frame_slots(const PyCodeObject* code) {
  return (size_t)code->co_nlocalsplus + (size_t)code->co_stacksize + kFloor + 1;
}
size_t suture_host_size(const PyCodeObject* code) {
  return offsetof(PyGenObject, gi_iframe) + sizeof(SutureFrame) +
         frame_slots(code) * sizeof(PyObject*);
}

/* An empty cell, made with the first copy: what a free variable holds that locals() leaves out. */
static PyObject* floor_value;

SutureFrame* suture_host(PyThreadState* thread, SutureFrame* frame, void* block) {
  PyGenObject* header = (PyGenObject*)block;
  Py_SET_REFCNT((PyObject*)header, 1);
  Py_SET_TYPE((PyObject*)header, &PyGen_Type);
  header->gi_exc_state.exc_value = NULL;
  header->gi_exc_state.previous_item = thread->exc_info;
  thread->exc_info = &header->gi_exc_state;
  header->gi_frame_state = FRAME_SUSPENDED;
  SutureFrame* hosted = (SutureFrame*)header->gi_iframe;
  size_t used = offsetof(SutureFrame, localsplus) + (size_t)frame->stacktop * sizeof(PyObject*);
  memcpy(hosted, frame, used);
  hosted->owner = FRAME_OWNED_BY_GENERATOR;
  if (hosted->frame_obj != NULL) hosted->frame_obj->f_frame = hosted;
  if (kFloor) hosted->localsplus[hosted->stacktop++] = Py_NewRef(floor_value);
  return hosted;
}

void suture_unhost(PyThreadState* thread, SutureFrame* hosted, SutureFrame* home) {
  PyGenObject* header = _PyFrame_GetGenerator(hosted);
  thread->exc_info = header->gi_exc_state.previous_item;
  int locals = hosted->f_code->co_nlocalsplus;
  /* Handlers put back what they saved, and the bottom level saved none (README.md: tools). */
  PyObject* handled = header->gi_exc_state.exc_value;
  header->gi_exc_state.exc_value = NULL;
  PyObject* floor = hosted->stacktop > locals ? hosted->localsplus[locals] : NULL;
  memcpy(home, hosted, offsetof(SutureFrame, localsplus) + (size_t)locals * sizeof(PyObject*));
  home->owner = FRAME_OWNED_BY_THREAD;
  home->stacktop = locals;
  if (home->frame_obj != NULL) home->frame_obj->f_frame = home;
  header->gi_frame_state = FRAME_CLEARED;
  Py_XDECREF(handled);
  Py_XDECREF(floor);
}

PyObject* suture_evaluate(PyThreadState* thread, SutureFrame* frame, int raise) {
  _PyFrame_GetGenerator(frame)->gi_frame_state = FRAME_EXECUTING;
  return _PyEval_EvalFrameDefault(thread, frame, raise);
}

void suture_link(PyThreadState* thread, SutureFrame* frame, int current) {
  suture_frame_set_current(frame, current);
  frame->previous = thread->cframe->current_frame;
  thread->cframe->current_frame = frame;
  thread->recursion_remaining--;
  _PyFrame_GetGenerator(frame)->gi_frame_state = FRAME_EXECUTING;
}
void suture_unlink(PyThreadState* thread, SutureFrame* frame) {
  thread->cframe->current_frame = frame->previous;
  thread->recursion_remaining++;
  _PyFrame_GetGenerator(frame)->gi_frame_state = FRAME_SUSPENDED;
}
void suture_set_generator_suspended(PyGenObject* generator, int delegating) {
  (void)delegating; /* 3.11 reads it off the instruction that follows */
  generator->gi_frame_state = FRAME_SUSPENDED;
}
int suture_generator_is_suspended(PyGenObject* generator) {
  return generator->gi_frame_state == FRAME_SUSPENDED;
}

void suture_drop_fresh(PyThreadState* thread, SutureFrame* frame) {
  (void)thread; /* the caller of the hook clears its frame */
  (void)frame;
}

uint16_t suture_stop_word(void) { return (uint16_t)_Py_MAKECODEUNIT(YIELD_VALUE, 0); }
int suture_landing_units(void) { return 0; }
uint16_t suture_disarmed_word(const PyCodeObject* copy, int unit, uint16_t word) {
  if (word != suture_stop_word()) return word;
  return ((const uint16_t*)PyBytes_AS_STRING(copy->_co_code))[unit];
}
uint16_t suture_word_without_fusion(uint16_t word) {
  /* choose_words avoids the others */
  return _Py_OPCODE(word) == PRECALL_NO_KW_LIST_APPEND
             ? (uint16_t)_Py_MAKECODEUNIT(PRECALL_ADAPTIVE, _Py_OPARG(word))
             : word;
}
void suture_shield_from_tools(PyCodeObject* copy) { (void)copy; /* tools came with 3.12 */ }
void suture_share_instrumentation(PyCodeObject* from, PyCodeObject* to) {
  (void)from;
  (void)to;
}
void suture_unshield_from_tools(PyCodeObject* copy, const PyCodeObject* original) {
  (void)copy;
  (void)original;
}
void suture_share_specialised(PyCodeObject* original, const PyCodeObject* copy,
                              const uint16_t* words, uint8_t* told) {
  (void)original;
  (void)copy;
  (void)words;
  (void)told;
}

/* The instruction's adaptive form, or 0. Left out are two that CPython has:
 * BINARY_SUBSCR's would enter a user's __getitem__ without asking the hook, and hand it references
 * that only a warm function's callers give up; CALL's only fails under a frame hook, and its
 * counter then runs through values that CPython takes for a RESUME when a running generator is
 * closed or thrown into (it looks at the unit after the current instruction). */
static int adaptive_form(int opcode) {
  switch (opcode) {
    case BINARY_OP:
      return BINARY_OP_ADAPTIVE;
    case COMPARE_OP:
      return COMPARE_OP_ADAPTIVE;
    case LOAD_ATTR:
      return LOAD_ATTR_ADAPTIVE;
    case LOAD_GLOBAL:
      return LOAD_GLOBAL_ADAPTIVE;
    case LOAD_METHOD:
      return LOAD_METHOD_ADAPTIVE;
    case PRECALL:
      return PRECALL_ADAPTIVE;
    case STORE_ATTR:
      return STORE_ATTR_ADAPTIVE;
    case STORE_SUBSCR:
      return STORE_SUBSCR_ADAPTIVE;
    case UNPACK_SEQUENCE:
      return UNPACK_SEQUENCE_ADAPTIVE;
    default:
      return 0;
  }
}
static int cache_units(int opcode) {
  switch (opcode) {
    case BINARY_OP:
      return (int)INLINE_CACHE_ENTRIES_BINARY_OP;
    case BINARY_SUBSCR:
      return (int)INLINE_CACHE_ENTRIES_BINARY_SUBSCR;
    case CALL:
      return (int)INLINE_CACHE_ENTRIES_CALL;
    case COMPARE_OP:
      return (int)INLINE_CACHE_ENTRIES_COMPARE_OP;
    case LOAD_ATTR:
      return (int)INLINE_CACHE_ENTRIES_LOAD_ATTR;
    case LOAD_GLOBAL:
      return (int)INLINE_CACHE_ENTRIES_LOAD_GLOBAL;
    case LOAD_METHOD:
      return (int)INLINE_CACHE_ENTRIES_LOAD_METHOD;
    case PRECALL:
      return (int)INLINE_CACHE_ENTRIES_PRECALL;
    case STORE_ATTR:
      return (int)INLINE_CACHE_ENTRIES_STORE_ATTR;
    case STORE_SUBSCR:
      return (int)INLINE_CACHE_ENTRIES_STORE_SUBSCR;
    case UNPACK_SEQUENCE:
      return (int)INLINE_CACHE_ENTRIES_UNPACK_SEQUENCE;
    default:
      return 0;
  }
}

/* Specialised forms that look at a later unit while they run must not arise where that unit may be
 * overwritten: COMPARE_OP fuses with the jump after it, always. (PRECALL of list.append does with the
 * POP_TOP after its CALL, where there is one: not while a stop is there.) */
static int reads_ahead_to(const uint16_t* units, int unit, int length) {
  if (_Py_OPCODE(units[unit]) != COMPARE_OP) return -1;
  int reach = unit + 1 + cache_units(COMPARE_OP);
  return reach < length ? reach : -1;
}

static void choose_words(const uint16_t* units, int length, const uint8_t* frozen, int floor,
                         uint16_t* words) {
  memcpy(words, units, (size_t)length * sizeof(uint16_t));
  for (int unit = 0; unit < length; ++unit) {
    int opcode = _Py_OPCODE(units[unit]);
    int adaptive = adaptive_form(opcode);
    int ahead = reads_ahead_to(units, unit, length);
    if (adaptive && (ahead < 0 || !frozen[ahead])) {
      words[unit] = (uint16_t)_Py_MAKECODEUNIT(adaptive, _Py_OPARG(units[unit]));
    }
    /* The floor under the operand stack has to go before the frame returns: hand over there. */
    if (opcode == RETURN_VALUE && floor) words[unit] = suture_stop_word();
    unit += cache_units(opcode);
  }
}

#ifdef Py_DEBUG
/* The exception table with every depth one higher, for the floor under the operand stack. */
static PyObject* raise_depths(PyObject* table) {
  const unsigned char* p = (const unsigned char*)PyBytes_AS_STRING(table);
  const unsigned char* end = p + PyBytes_GET_SIZE(table);
  PyObject* raised = PyBytes_FromStringAndSize(NULL, PyBytes_GET_SIZE(table) * 2 + 8);
  if (raised == NULL) return NULL;
  unsigned char* out = (unsigned char*)PyBytes_AS_STRING(raised);
  while (p < end) {
    for (int field = 0; field < 4; ++field) {
      int value;
      p = read_number(p, end, &value);
      out = write_number(out, field == 3 ? value + 2 : value, field == 0);
    }
  }
  Py_ssize_t size = out - (unsigned char*)PyBytes_AS_STRING(raised);
  if (_PyBytes_Resize(&raised, size) < 0) return NULL;
  return raised;
}
/* Changes every depth of a copy's own table, in the bytes that raise_depths() gave it. */
static void add_to_depths(PyObject* table, int change) {
  unsigned char* p = (unsigned char*)PyBytes_AS_STRING(table);
  unsigned char* end = p + PyBytes_GET_SIZE(table);
  while (p < end) {
    int value;
    for (int field = 0; field < 3; ++field) p = (unsigned char*)read_number(p, end, &value);
    unsigned char* next = (unsigned char*)read_number(p, end, &value);
    value += change * 2;
    for (unsigned char* byte = next - 1; byte >= p; --byte, value >>= 6) {
      *byte = (unsigned char)((*byte & 64) | (value & 63));
    }
    p = next;
  }
}
/* Names and kinds of a copy's variables, with one more for the floor when it counts as a variable. */
static int add_floor_variable(PyCodeObject* copy) {
  if (floor_value == NULL) floor_value = PyCell_New(NULL);
  int count = copy->co_nlocalsplus;
  PyObject* names = PyTuple_New(count + 1);
  PyObject* kinds = PyBytes_FromStringAndSize(NULL, count + 1);
  PyObject* name = PyUnicode_InternFromString("<floor>");
  if (names == NULL || kinds == NULL || name == NULL || floor_value == NULL) {
    Py_XDECREF(names);
    Py_XDECREF(kinds);
    Py_XDECREF(name);
    return -1;
  }
  for (int i = 0; i < count; ++i) {
    PyTuple_SET_ITEM(names, i, Py_NewRef(PyTuple_GET_ITEM(copy->co_localsplusnames, i)));
  }
  PyTuple_SET_ITEM(names, count, name);
  PyObject_GC_UnTrack(names); /* strings alone */
  memcpy(PyBytes_AS_STRING(kinds), PyBytes_AS_STRING(copy->co_localspluskinds), (size_t)count);
  _PyLocals_SetKind(kinds, count, CO_FAST_FREE);
  Py_SETREF(copy->co_localsplusnames, names);
  Py_SETREF(copy->co_localspluskinds, kinds);
  return 0;
}
void suture_set_floor_is_local(PyCodeObject* copy, const PyCodeObject* original, int local) {
  int change = original->co_nlocalsplus + local - copy->co_nlocalsplus;
  if (suture_stack_floor(original) == 0 || change == 0) return;
  copy->co_nlocalsplus += change;
  copy->co_nfreevars += change;
  add_to_depths(copy->co_exceptiontable, -change);
}
void suture_forget_floor(PyCodeObject* copy, const PyCodeObject* original) {
  copy->co_nlocalsplus = original->co_nlocalsplus;
  copy->co_nfreevars = original->co_nfreevars;
}
#else
#include "core/frame/access_no_floor.inc.h"

static PyObject* raise_depths(PyObject* table) {
  return Py_NewRef(table);
} /* no floor, no change */
static int add_floor_variable(PyCodeObject* copy) {
  (void)copy;
  return 0;
}
#endif

static PyCodeObject* construct(PyCodeObject* original, PyObject* bytes, PyObject* table) {
  int floor = suture_stack_floor(original);
  struct _PyCodeConstructor parts = {
      .filename = original->co_filename,
      .name = original->co_name,
      .qualname = original->co_qualname,
      .flags = original->co_flags,
      .code = bytes,
      .firstlineno = original->co_firstlineno,
      .linetable = original->co_linetable,
      .consts = original->co_consts,
      .names = original->co_names,
      .localsplusnames = original->co_localsplusnames,
      .localspluskinds = original->co_localspluskinds,
      .argcount = original->co_argcount,
      .posonlyargcount = original->co_posonlyargcount,
      .kwonlyargcount = original->co_kwonlyargcount,
      .stacksize = original->co_stacksize + floor,
      .exceptiontable = table,
  };
  return _PyCode_New(&parts);
}

PyCodeObject* suture_copy_code(PyCodeObject* original, const uint8_t* frozen, uint16_t* words) {
  struct _gc_runtime_state* collector = &PyThreadState_Get()->interp->gc;
  int allocations = collector->generations[0].count;
  int collecting = PyGC_Disable();
  PyCodeObject* copy = NULL;
  PyObject* bytes = PyCode_GetCode(original);
  PyObject* table = suture_stack_floor(original) ? raise_depths(original->co_exceptiontable)
                                                 : Py_NewRef(original->co_exceptiontable);
  if (bytes != NULL && table != NULL) copy = construct(original, bytes, table);
  if (copy != NULL && suture_stack_floor(original) && add_floor_variable(copy) < 0) {
    Py_CLEAR(copy);
  }
  if (copy != NULL) {
    int length = suture_code_length(copy);
    choose_words((const uint16_t*)PyBytes_AS_STRING(bytes), length, frozen,
                 suture_stack_floor(original), words);
    copy->co_warmup = 0; /* never quickened by CPython: `words` are */
    copy->_co_code = Py_NewRef(bytes);
  }
  Py_XDECREF(bytes);
  Py_XDECREF(table);
  if (collecting) PyGC_Enable();
  collector->generations[0].count = allocations;
  return copy;
}
