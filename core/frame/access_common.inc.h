/* What all versions have in common, in terms of what each access_3_1x.c says before it includes this:
 * code_of(), put_code() and pointer_of() a frame, and where the pointer stands. */

PyCodeObject* suture_frame_code(const SutureFrame* frame) { return code_of(frame); }
static int position(const SutureFrame* frame) {
  return (int)(*pointer_of((SutureFrame*)frame) - _PyCode_CODE(code_of(frame)));
}
int suture_frame_is_fresh(const SutureFrame* frame) {
  return frame->owner == FRAME_OWNED_BY_THREAD && position(frame) == -kNextBehindPointer;
}
int suture_frame_is_generators(const SutureFrame* frame) {
  return frame->owner == FRAME_OWNED_BY_GENERATOR;
}
PyGenObject* suture_frame_generator(SutureFrame* frame) { return _PyFrame_GetGenerator(frame); }
SutureFrame* suture_generator_frame(PyGenObject* generator) {
  return (SutureFrame*)generator->gi_iframe;
}
PyObject* suture_frame_object(const SutureFrame* frame) { return (PyObject*)frame->frame_obj; }
SutureFrame* suture_frame_of_object(PyObject* frame_object) {
  return ((PyFrameObject*)frame_object)->f_frame;
}
PyObject** suture_frame_slots(SutureFrame* frame) { return frame->localsplus; }
int suture_frame_top(const SutureFrame* frame) { return frame->stacktop; }
void suture_frame_set_top(SutureFrame* frame, int top) { frame->stacktop = top; }

int suture_frame_offset(const SutureFrame* frame) { return position(frame) - kPassedByStop; }
int suture_frame_current(const SutureFrame* frame) { return position(frame); }
void suture_frame_set_next(SutureFrame* frame, int offset) {
  *pointer_of(frame) = _PyCode_CODE(code_of(frame)) + offset - kNextBehindPointer;
}
void suture_frame_set_current(SutureFrame* frame, int offset) {
  *pointer_of(frame) = _PyCode_CODE(code_of(frame)) + offset;
}
void suture_frame_set_code(SutureFrame* frame, PyCodeObject* code) {
  PyCodeObject* old = code_of(frame);
  if (old == code) return;
  int at = position(frame);
  put_code(frame, (PyCodeObject*)Py_NewRef(code));
  *pointer_of(frame) = _PyCode_CODE(code) + at;
  Py_DECREF(old);
}

PyObject* suture_evaluate_plain(PyThreadState* thread, SutureFrame* frame, int raise) {
  return _PyEval_EvalFrameDefault(thread, frame, raise);
}
PyObject** suture_exception_item(SutureFrame* frame) {
  return &_PyFrame_GetGenerator(frame)->gi_exc_state.exc_value;
}
void suture_set_generator_executing(PyGenObject* generator) {
  generator->gi_frame_state = FRAME_EXECUTING;
}
int suture_generator_is_created(PyGenObject* generator) {
  return generator->gi_frame_state == FRAME_CREATED;
}
SutureEvaluator suture_get_evaluator(PyInterpreterState* interpreter) {
  return _PyInterpreterState_GetEvalFrameFunc(interpreter);
}
void suture_set_evaluator(PyInterpreterState* interpreter, SutureEvaluator evaluator) {
  _PyInterpreterState_SetEvalFrameFunc(interpreter,
                                       evaluator ? evaluator : _PyEval_EvalFrameDefault);
}
PyInterpreterState* suture_interpreter(PyThreadState* thread) { return thread->interp; }
uint16_t* suture_code_units(PyCodeObject* code) { return (uint16_t*)_PyCode_CODE(code); }
int suture_code_length(const PyCodeObject* code) { return (int)Py_SIZE(code); }

typedef struct {
  Py_ssize_t ce_size;
  void* ce_extras[1];
} CodeExtras;
void* suture_code_extra(const PyCodeObject* code, Py_ssize_t index) {
  const CodeExtras* extras = (const CodeExtras*)code->co_extra;
  return extras != NULL && index < extras->ce_size ? extras->ce_extras[index] : NULL;
}

/* Exception tables: numbers in groups of six bits, the most significant first. */
static inline const unsigned char* read_number(const unsigned char* p, const unsigned char* end,
                                               int* value) {
  if (p == NULL || p >= end) return NULL;
  int v = *p & 63;
  while (*p & 64) {
    if (++p >= end) return NULL;
    v = v << 6 | (*p & 63);
  }
  *value = v;
  return p + 1;
}
static inline unsigned char* write_number(unsigned char* out, int value, int first) {
  int shift = 0;
  while (value >> (shift + 6)) shift += 6;
  for (; shift >= 0; shift -= 6) {
    int more = shift > 0;
    *out++ = (unsigned char)((value >> shift & 63) | (more ? 64 : 0) | (first ? 128 : 0));
    first = 0;
  }
  return out;
}
