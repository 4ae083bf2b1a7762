/* CPython 3.12: see functions.h. */
#define Py_BUILD_CORE 1
#include "core/hook/functions.h"

#include "internal/pycore_dict.h"
#include "internal/pycore_frame.h"
#include "internal/pycore_gc.h"
#include "internal/pycore_instruments.h"
#include "internal/pycore_interp.h"

#include <string.h>

#if PY_VERSION_HEX < 0x030c0000 || PY_VERSION_HEX >= 0x030d0000
#error "this file is for CPython 3.12"
#endif

static inline struct _PyInterpreterFrame* current_of(PyThreadState* thread) {
  return thread->cframe->current_frame;
}

static inline uint64_t monitoring_version(PyThreadState* thread) {
  return thread->interp->monitoring_version;
}

static inline PyCodeObject* code_of(const struct _PyInterpreterFrame* frame) {
  return frame->f_code;
}

#include "core/hook/functions_since_3_12.inc.h"

int suture_star_call_is_told(PyCodeObject* code, int unit) {
  (void)code;
  (void)unit;
  return 0;
}
