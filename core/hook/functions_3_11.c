/* CPython 3.11: see functions.h. */
#include "core/hook/functions.h"

void suture_visit_functions(PyThreadState* thread, void (*visit)(PyFunctionObject*)) {
  (void)thread;
  (void)visit;
}
PyModuleDef* suture_module_definition(PyThreadState* thread, const char* name) {
  (void)thread;
  (void)name;
  return NULL;
}
int suture_watch_functions(void (*visit)(PyFunctionObject*)) {
  (void)visit;
  return 1;
}
void suture_unwatch_functions(void) {}
const char* suture_evaluation_base(PyThreadState* thread) { return (const char*)thread->cframe; }
PyObject* suture_tracked_before(PyObject* object) {
  (void)object;
  return NULL;
}
int suture_instrumentation_is_current(PyThreadState* thread, const PyCodeObject* code) {
  (void)thread;
  (void)code;
  return 1;
}
int suture_update_instrumentation(PyThreadState* thread, PyCodeObject* code, PyCFunction setter) {
  (void)thread;
  (void)code;
  (void)setter;
  return 0;
}
int suture_star_call_is_told(PyCodeObject* code, int unit) {
  (void)code;
  (void)unit;
  return 0;
}
int suture_has_plain_names(PyTypeObject* type) {
  (void)type;
  return 0; /* nobody asks */
}
PyCodeObject* suture_innermost_of(PyThreadState* thread, PyCodeObject* const* codes, size_t count) {
  (void)thread;
  (void)codes;
  (void)count;
  return NULL;
}
