/* What 3.11 and 3.12 share (functions.h): opcode events belong to frames there, not to code objects, so
 * there is nothing to share between an original and its copies. */
int suture_opcodes_are_traced(const PyCodeObject* code) {
  (void)code;
  return 0;
}
void suture_set_opcodes_are_traced(PyCodeObject* code, int traced) {
  (void)code;
  (void)traced;
}
PyCodeObject* suture_innermost_of(PyThreadState* thread, PyCodeObject* const* codes, size_t count) {
  (void)thread;
  (void)codes;
  (void)count;
  return NULL;
}
