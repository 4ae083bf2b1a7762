/* For builds in which no frame has a floor under its operand stack. */

void suture_set_floor_is_local(PyCodeObject* copy, const PyCodeObject* original, int local) {
  (void)copy;
  (void)original;
  (void)local;
}
void suture_forget_floor(PyCodeObject* copy, const PyCodeObject* original) {
  (void)copy;
  (void)original;
}
