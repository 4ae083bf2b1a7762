/* CPython 3.13: see functions.h. */
#define Py_BUILD_CORE 1
#include "core/hook/functions.h"

#include "internal/pycore_ceval.h"
#include "internal/pycore_frame.h"
#include "internal/pycore_gc.h"
#include "internal/pycore_instruments.h"
#include "internal/pycore_interp.h"

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

#include "core/hook/functions_since_3_12.inc.h"

enum { kByTracing = 1 << PY_MONITORING_SYS_TRACE_ID };
static uint8_t* instruction_tools(const PyCodeObject* code) {
  return code->_co_monitoring == NULL
             ? NULL
             : &code->_co_monitoring->local_monitors.tools[PY_MONITORING_EVENT_INSTRUCTION];
}
int suture_opcodes_are_traced(const PyCodeObject* code) {
  const uint8_t* tools = instruction_tools(code);
  return tools != NULL && (*tools & kByTracing) != 0;
}
void suture_set_opcodes_are_traced(PyCodeObject* code, int traced) {
  uint8_t* tools = instruction_tools(code);
  if (tools == NULL) return;
  *tools = (uint8_t)(traced ? *tools | kByTracing : *tools & ~kByTracing);
}
PyCodeObject* suture_innermost_of(PyThreadState* thread, PyCodeObject* const* codes, size_t count) {
  for (_PyInterpreterFrame* frame = current_of(thread); frame != NULL; frame = frame->previous) {
    for (size_t i = 0; i < count; ++i) {
      if (frame->f_executable == (PyObject*)codes[i]) return codes[i];
    }
  }
  return NULL;
}
