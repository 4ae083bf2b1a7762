/* CPython 3.13: see functions.h. */
#define Py_BUILD_CORE 1
#include "core/hook/functions.h"

#include "internal/pycore_ceval.h"
#include "internal/pycore_dict.h"
#include "internal/pycore_frame.h"
#include "internal/pycore_gc.h"
#include "internal/pycore_instruments.h"
#include "internal/pycore_interp.h"

#include "opcode.h"

#include <string.h>

#if PY_VERSION_HEX < 0x030d0000 || PY_VERSION_HEX >= 0x030e0000
#error "this file is for CPython 3.13"
#endif

static inline struct _PyInterpreterFrame* current_of(PyThreadState* thread) {
  return thread->current_frame;
}

static inline uintptr_t monitoring_version(PyThreadState* thread) {
  return thread->eval_breaker & ~(uintptr_t)_PY_EVAL_EVENTS_MASK;
}

static inline PyCodeObject* code_of(const struct _PyInterpreterFrame* frame) {
  return (PyCodeObject*)frame->f_executable;
}

#include "core/hook/functions_since_3_12.inc.h"

int suture_star_call_is_told(PyCodeObject* code, int unit) {
  int opcode = _PyCode_CODE(code)[unit].op.code;
  if (opcode == INSTRUMENTED_LINE) opcode = code->_co_monitoring->lines[unit].original_opcode;
  if (opcode == INSTRUMENTED_INSTRUCTION) {
    opcode = code->_co_monitoring->per_instruction_opcodes[unit];
  }
  return opcode == INSTRUMENTED_CALL_FUNCTION_EX;
}
