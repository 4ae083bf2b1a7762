/* What CPython 3.12 and 3.13 have in common: included at the end of access_3_12.c and
 * access_3_13.c, which name the fields that differ.
 *
 * From 3.12 on the interpreter clears a frame itself as it leaves: no caller of the hook can put
 * the original code back after a return or a raise, when a frame object may have taken the frame
 * over. So a copy hands over once more before it is left:
 *
 *   return    the first unit of every return instruction is the stop; the original executes it
 *   raise     an entry of the exception table for all that no other entry covers leads to a landing
 *             behind the last unit: [stop] [RERAISE 1] [RETURN_VALUE]
 *
 * Nothing covers the landing itself, so RERAISE leaves, with the position of the instruction that
 * raised and no further traceback entry. The RETURN_VALUE is for a return that no instruction of
 * the program executes. */
#include <string.h>

#include "core/frame/access_common.inc.h"

enum { kLandingUnits = 3, kLandingStack = 2 };

/* Levels of C recursion that one evaluation is charged: PY_EVAL_C_STACK_UNITS of Python/ceval.c. */
enum { kEvaluationCharge = 2 };

PyObject* suture_frame_function(const SutureFrame* frame) { return frame->f_funcobj; }

int suture_stack_floor(const PyCodeObject* code) {
  (void)code;
  return 0;
}
int suture_stops_need_a_value(const PyCodeObject* code) {
  (void)code;
  return 0;
}

#include "core/frame/access_no_floor.inc.h"

SutureFrame* suture_current_frame(PyThreadState* thread) {
  SutureFrame* frame = *current_of(thread);
  while (frame != NULL && frame->owner == FRAME_OWNED_BY_CSTACK) frame = frame->previous;
  /* 3.13 evaluates a specialised construction's __init__ above a frame of its own. Its callee is in the
   * loop; what else begins while it is the innermost is called as __init__'s frame is torn down. */
  return frame != NULL && PyFunction_Check(frame->f_funcobj) ? frame : NULL;
}
int suture_thread_is_traced(PyThreadState* thread) {
  static const _Py_GlobalMonitors none;
  return thread->tracing != 0 || memcmp(&thread->interp->monitors, &none, sizeof none) != 0;
}
int suture_code_is_monitored(const PyCodeObject* code) {
  static const _Py_LocalMonitors none;
  return code->_co_monitoring != NULL &&
         memcmp(&code->_co_monitoring->local_monitors, &none, sizeof none) != 0;
}
int suture_evaluation_charge(void) { return kEvaluationCharge; }
void suture_add_recursion_in_c(PyThreadState* thread, int levels) {
  thread->c_recursion_remaining += levels;
}

static int stack_size(const PyCodeObject* code) {
  return code->co_stacksize < kLandingStack ? kLandingStack : code->co_stacksize;
}
size_t suture_host_size(const PyCodeObject* code) {
  size_t slots = (size_t)code->co_nlocalsplus + (size_t)stack_size(code) + 1;
  return offsetof(PyGenObject, gi_iframe) + sizeof(SutureFrame) + slots * sizeof(PyObject*);
}

SutureFrame* suture_host(PyThreadState* thread, SutureFrame* frame, void* block) {
  PyGenObject* header = (PyGenObject*)block;
  Py_SET_REFCNT((PyObject*)header, 1);
  Py_SET_TYPE((PyObject*)header, &PyGen_Type);
  header->gi_frame_state = FRAME_SUSPENDED;
  SutureFrame* hosted = (SutureFrame*)header->gi_iframe;
  size_t used = offsetof(SutureFrame, localsplus) + (size_t)frame->stacktop * sizeof(PyObject*);
  memcpy(hosted, frame, used);
  hosted->owner = FRAME_OWNED_BY_GENERATOR;
  if (hosted->frame_obj != NULL) hosted->frame_obj->f_frame = hosted;
  pop_frame(thread, frame);
  return hosted;
}

void suture_unhost(PyThreadState* thread, SutureFrame* hosted, SutureFrame* home) {
  (void)thread;
  (void)home; /* given back as the frame was hosted */
  PyGenObject* header = _PyFrame_GetGenerator(hosted);
  PyCodeObject* code = code_of(hosted);
  put_code(hosted, NULL);
  Py_CLEAR(header->gi_exc_state.exc_value); /* put back by handlers (README.md: tools) */
  Py_DECREF(code);
}

static void push_exception_item(PyThreadState* thread, PyGenObject* generator) {
  if (thread->exc_info == &generator->gi_exc_state) return; /* a generator's first evaluation */
  generator->gi_exc_state.previous_item = thread->exc_info;
  thread->exc_info = &generator->gi_exc_state;
}

static PyObject* suture_resume(PyThreadState* thread, SutureFrame* frame) {
  PyGenObject* generator = _PyFrame_GetGenerator(frame);
  push_exception_item(thread, generator);
  generator->gi_frame_state = FRAME_EXECUTING;
  return _PyEval_EvalFrameDefault(thread, frame, 0);
}

PyObject* suture_evaluate(PyThreadState* thread, SutureFrame* frame, int raise) {
  if (!raise) return suture_resume(thread, frame);
  PyGenObject* generator = _PyFrame_GetGenerator(frame);
  push_exception_item(thread, generator);
  generator->gi_frame_state = FRAME_EXECUTING;
  return evaluate_raising(thread, frame);
}

void suture_link(PyThreadState* thread, SutureFrame* frame, int current) {
  PyGenObject* generator = _PyFrame_GetGenerator(frame);
  suture_frame_set_current(frame, current);
  frame->previous = *current_of(thread);
  *current_of(thread) = frame;
  thread->py_recursion_remaining--;
  push_exception_item(thread, generator);
  generator->gi_frame_state = FRAME_EXECUTING;
}
void suture_unlink(PyThreadState* thread, SutureFrame* frame) {
  PyGenObject* generator = _PyFrame_GetGenerator(frame);
  *current_of(thread) = frame->previous;
  frame->previous = NULL;
  thread->py_recursion_remaining++;
  thread->exc_info = generator->gi_exc_state.previous_item;
  generator->gi_exc_state.previous_item = NULL;
  generator->gi_frame_state = FRAME_SUSPENDED;
}
void suture_set_generator_suspended(PyGenObject* generator, int delegating) {
  generator->gi_frame_state = (int8_t)suspended_state(delegating);
}
int suture_generator_is_suspended(PyGenObject* generator) {
  return is_suspended(generator->gi_frame_state);
}

void suture_drop_fresh(PyThreadState* thread, SutureFrame* frame) {
  int top = frame->stacktop;
  frame->stacktop = 0;
  for (int slot = 0; slot < top; ++slot) Py_XDECREF(frame->localsplus[slot]);
  Py_CLEAR(frame->f_locals);
  Py_DECREF(frame->f_funcobj);
  Py_DECREF(code_of(frame));
  pop_frame(thread, frame);
}

/* -- Code copies ------------------------------------------------------------------------------ */

static uint16_t word_of(int opcode, int oparg) {
  return _py_make_codeunit((uint8_t)opcode, (uint8_t)oparg).cache;
}
static int opcode_of(uint16_t word) {
  _Py_CODEUNIT unit = {.cache = word};
  return unit.op.code;
}
uint16_t suture_stop_word(void) { return word_of(YIELD_VALUE, 0); }
int suture_landing_units(void) { return kLandingUnits; }

uint16_t suture_disarmed_word(const PyCodeObject* copy, int unit, uint16_t word) {
  PyObject* bytes = copy->_co_cached->_co_code;
  int length = (int)(PyBytes_GET_SIZE(bytes) / (Py_ssize_t)sizeof(uint16_t));
  if (word != suture_stop_word()) return word;
  if (unit == length) return word_of(NOP, 0);
  return unit < length ? ((const uint16_t*)PyBytes_AS_STRING(bytes))[unit] : word;
}

uint16_t suture_word_without_fusion(uint16_t word) {
  _Py_CODEUNIT unit = {.cache = word};
  return unit.op.code == kFusedListAppend ? word_of(CALL, unit.op.arg) : word;
}

/* Code without a traceable instruction is left alone by tools, and code with their current version
 * does not ask for them as it resumes. */
void suture_shield_from_tools(PyCodeObject* copy) {
  copy->_co_instrumentation_version = monitoring_version(PyThreadState_Get());
  copy->_co_firsttraceable = suture_code_length(copy);
  if (copy->_co_monitoring == NULL) return;
  _PyCoMonitoringData* monitoring = copy->_co_monitoring;
  memset(&monitoring->active_monitors, 0, sizeof monitoring->active_monitors);
  /* What tracing asked of it (f_trace_opcodes) ends when it runs untraced. */
  memset(&monitoring->local_monitors, 0, sizeof monitoring->local_monitors);
}
void suture_unshield_from_tools(PyCodeObject* copy, const PyCodeObject* original) {
  copy->_co_firsttraceable = original->_co_firsttraceable;
}

/* What is kept for each unit: NULL until an event of the kind is asked for. */
static const struct {
  size_t field;
  size_t size;
} kArrays[] = {
    {offsetof(_PyCoMonitoringData, tools), sizeof(uint8_t)},
    {offsetof(_PyCoMonitoringData, lines), sizeof(_PyCoLineInstrumentationData)},
    {offsetof(_PyCoMonitoringData, line_tools), sizeof(uint8_t)},
    {offsetof(_PyCoMonitoringData, per_instruction_opcodes), sizeof(uint8_t)},
    {offsetof(_PyCoMonitoringData, per_instruction_tools), sizeof(uint8_t)},
};
enum { kArrayCount = sizeof kArrays / sizeof kArrays[0] };

static void* array_of(const _PyCoMonitoringData* data, int array) {
  void* units;
  memcpy(&units, (const char*)data + kArrays[array].field, sizeof units);
  return units;
}
static void set_array(_PyCoMonitoringData* data, int array, void* units) {
  memcpy((char*)data + kArrays[array].field, &units, sizeof units);
}

/* Arrays for the same kinds of events as in `from`; 0 if memory is short. */
static int have_arrays_of(const _PyCoMonitoringData* from, PyCodeObject* to) {
  if (to->_co_monitoring == NULL) {
    to->_co_monitoring = PyMem_Calloc(1, sizeof *to->_co_monitoring);
    if (to->_co_monitoring == NULL) return 0;
  }
  for (int array = 0; array < kArrayCount; ++array) {
    if (array_of(from, array) == NULL || array_of(to->_co_monitoring, array) != NULL) continue;
    void* units = PyMem_Calloc((size_t)suture_code_length(to), kArrays[array].size);
    if (units == NULL) return 0;
    set_array(to->_co_monitoring, array, units);
  }
  return 1;
}

/* The units of the landing, which only copies have, are instrumented by CPython alone. An array that
 * `from` has not is one that `to` has of an earlier time, in which its units were put back. */
void suture_share_instrumentation(PyCodeObject* from, PyCodeObject* to) {
  const _PyCoMonitoringData* data = from->_co_monitoring;
  if (data == NULL || !have_arrays_of(data, to)) return;
  int units = suture_code_length(from);
  if (units > suture_code_length(to)) units = suture_code_length(to);
  for (int array = 0; array < kArrayCount; ++array) {
    void* source = array_of(data, array);
    void* target = array_of(to->_co_monitoring, array);
    if (source != NULL) {
      memcpy(target, source, (size_t)units * kArrays[array].size);
    } else {
      PyMem_Free(target);
      set_array(to->_co_monitoring, array, NULL);
    }
  }
  to->_co_monitoring->local_monitors = data->local_monitors;
  to->_co_monitoring->active_monitors = data->active_monitors;
  memcpy(suture_code_units(to), suture_code_units(from), (size_t)units * sizeof(uint16_t));
  to->_co_instrumentation_version = from->_co_instrumentation_version;
}

static int cache_units(int opcode) {
  switch (opcode) {
    case BINARY_OP:
      return INLINE_CACHE_ENTRIES_BINARY_OP;
    case BINARY_SUBSCR:
      return INLINE_CACHE_ENTRIES_BINARY_SUBSCR;
    case CALL:
      return INLINE_CACHE_ENTRIES_CALL;
    case COMPARE_OP:
      return INLINE_CACHE_ENTRIES_COMPARE_OP;
    case FOR_ITER:
      return INLINE_CACHE_ENTRIES_FOR_ITER;
    case LOAD_ATTR:
      return INLINE_CACHE_ENTRIES_LOAD_ATTR;
    case LOAD_GLOBAL:
      return INLINE_CACHE_ENTRIES_LOAD_GLOBAL;
    case LOAD_SUPER_ATTR:
      return INLINE_CACHE_ENTRIES_LOAD_SUPER_ATTR;
    case SEND:
      return INLINE_CACHE_ENTRIES_SEND;
    case STORE_ATTR:
      return INLINE_CACHE_ENTRIES_STORE_ATTR;
    case STORE_SUBSCR:
      return INLINE_CACHE_ENTRIES_STORE_SUBSCR;
    case UNPACK_SEQUENCE:
      return INLINE_CACHE_ENTRIES_UNPACK_SEQUENCE;
    default:
      return cache_units_of_version(opcode);
  }
}

/* All forms of an instruction have its length, and each guards what it has cached by itself. */
void suture_share_specialised(PyCodeObject* original, const PyCodeObject* copy,
                              const uint16_t* words, uint8_t* told) {
  if (original->_co_monitoring != NULL) return;
  const uint16_t* plain = (const uint16_t*)PyBytes_AS_STRING(copy->_co_cached->_co_code);
  uint16_t* units = suture_code_units(original);
  int length = suture_code_length(original);
  for (int unit = 0; unit < length; ++unit) {
    int opcode = opcode_of(plain[unit]);
    int caches = cache_units(opcode);
    if (caches > 0 || opcode == RESUME) {
      int is_specialised = words[unit] != plain[unit];
      int is_news = (is_specialised || told[unit]) && words[unit] != units[unit];
      if (is_news && !is_executor(opcode_of(units[unit]))) {
        memcpy(units + unit, words + unit, (size_t)(1 + caches) * sizeof(uint16_t));
        units[unit] = word_before(units[unit], opcode_of(units[unit + 1 + caches]));
      }
      told[unit] = (uint8_t)is_specialised;
    }
    unit += caches;
  }
}

/* What the units of a copy hold: unspecialised, ready to specialise. Forms that the interpreter
 * fuses out of two instructions are left out: nearly every second one may be overwritten. */
static void choose_words(const uint16_t* units, int length, uint16_t* words) {
  memcpy(words, units, (size_t)length * sizeof(uint16_t));
  int first = 0; /* unit where the instruction with its prefixes begins */
  for (int unit = 0; unit < length; ++unit) {
    int opcode = opcode_of(units[unit]);
    if (opcode == EXTENDED_ARG) continue;
    if (opcode == RETURN_VALUE || opcode == RETURN_CONST) words[first] = suture_stop_word();
    int caches = cache_units(opcode);
    if (caches > 0 && unit + caches < length) words[unit + 1] = first_counter(opcode);
    unit += caches;
    first = unit + 1;
  }
  words[length] = suture_stop_word();
  words[length + 1] = word_of(RERAISE, 1);
  words[length + 2] = word_of(RETURN_VALUE, 0);
}

typedef struct {
  int start;
  int end;
  int target;
  int depth;
  int pushes_position;
} Handler;

/* The next entry of an exception table; NULL where it ends or is malformed. */
static const unsigned char* read_handler(const unsigned char* p, const unsigned char* end,
                                         Handler* handler) {
  int size = 0;
  int depth = 0;
  p = read_number(p, end, &handler->start);
  p = read_number(p, end, &size);
  p = read_number(p, end, &handler->target);
  p = read_number(p, end, &depth);
  handler->end = handler->start + size;
  handler->depth = depth >> 1;
  handler->pushes_position = depth & 1;
  return p;
}
static unsigned char* write_handler(unsigned char* out, int start, int end, int target, int depth,
                                    int pushes_position) {
  if (start >= end) return out;
  out = write_number(out, start, 1);
  out = write_number(out, end - start, 0);
  out = write_number(out, target, 0);
  return write_number(out, depth << 1 | pushes_position, 0);
}

/* The exception table in which everything that no entry covers leads to the landing. */
static PyObject* table_with_landing(PyObject* table, int length) {
  const unsigned char* p = (const unsigned char*)PyBytes_AS_STRING(table);
  const unsigned char* end = p + PyBytes_GET_SIZE(table);
  /* Behind each entry, of four bytes at least, and at the end, one of four numbers of six bytes. */
  PyObject* wider = PyBytes_FromStringAndSize(NULL, PyBytes_GET_SIZE(table) * 8 + 48);
  if (wider == NULL) return NULL;
  unsigned char* out = (unsigned char*)PyBytes_AS_STRING(wider);
  int covered = 0;
  while (p < end) {
    Handler handler;
    p = read_handler(p, end, &handler);
    if (p == NULL || handler.start < covered || handler.end > length) {
      Py_DECREF(wider);
      PyErr_SetString(PyExc_ValueError, "exception table out of order");
      return NULL;
    }
    out = write_handler(out, covered, handler.start, length, 0, 1);
    out = write_handler(out, handler.start, handler.end, handler.target, handler.depth,
                        handler.pushes_position);
    covered = handler.end;
  }
  out = write_handler(out, covered, length, length, 0, 1);
  _PyBytes_Resize(&wider, out - (unsigned char*)PyBytes_AS_STRING(wider));
  return wider;
}

/* A code object that shares everything with its original but the bytecode and the table. Not made
 * by the constructor, which would put slots into another order where a name is both local and cell.
 */
static PyCodeObject* construct(PyCodeObject* original, PyObject* bytes, PyObject* table) {
  int length = suture_code_length(original);
  _PyCoCached* cached = (_PyCoCached*)PyMem_Calloc(1, sizeof(_PyCoCached));
  PyCodeObject* copy = PyObject_NewVar(PyCodeObject, &PyCode_Type, length + kLandingUnits);
  if (cached == NULL || copy == NULL) {
    PyMem_Free(cached);
    PyObject_Free(copy);
    return NULL;
  }
  size_t head = sizeof(PyVarObject);
  memcpy((char*)copy + head, (const char*)original + head,
         offsetof(PyCodeObject, co_code_adaptive) - head);
  cached->_co_code = Py_NewRef(bytes);
  copy->_co_cached = cached;
  copy->co_exceptiontable = Py_NewRef(table);
  Py_INCREF(copy->co_consts);
  Py_INCREF(copy->co_names);
  Py_INCREF(copy->co_localsplusnames);
  Py_INCREF(copy->co_localspluskinds);
  Py_INCREF(copy->co_filename);
  Py_INCREF(copy->co_name);
  Py_INCREF(copy->co_qualname);
  Py_INCREF(copy->co_linetable);
  copy->co_framesize += stack_size(original) - original->co_stacksize;
  copy->co_stacksize = stack_size(original);
  copy->co_weakreflist = NULL;
  copy->_co_monitoring = NULL;
  copy->co_extra = NULL;
  forget_executors(copy);
  return copy;
}

PyCodeObject* suture_copy_code(PyCodeObject* original, const uint8_t* frozen, uint16_t* words) {
  (void)frozen;
  /* A generator's frame is as large as its own code asks for. */
  int is_generators = (original->co_flags & kSutureGeneratorFlags) != 0;
  if (is_generators && original->co_stacksize < kLandingStack) return NULL;
  int length = suture_code_length(original);
  PyCodeObject* copy = NULL;
  PyObject* bytes = PyCode_GetCode(original);
  PyObject* table = table_with_landing(original->co_exceptiontable, length);
  if (bytes != NULL && table != NULL) copy = construct(original, bytes, table);
  if (copy != NULL) {
    choose_words((const uint16_t*)PyBytes_AS_STRING(bytes), length, words);
    memcpy(suture_code_units(copy), words, (size_t)(length + kLandingUnits) * sizeof(uint16_t));
  }
  Py_XDECREF(bytes);
  Py_XDECREF(table);
  return copy;
}
