/* What functions_3_12.c and functions_3_13.c have in common. */

static int visit_if_function(PyObject* object, void* visit) {
  if (PyFunction_Check(object)) {
    (*(void (**)(PyFunctionObject*))visit)((PyFunctionObject*)object);
  }
  return 1;
}

static void visit_objects(PyThreadState* thread, gcvisitobjects_t visit, void* argument) {
  PyUnstable_GC_VisitObjects(visit, argument);
  /* What gc.freeze() has put aside is not among them. */
  PyGC_Head* frozen = &thread->interp->gc.permanent_generation.head;
  for (PyGC_Head* head = _PyGCHead_NEXT(frozen); head != frozen; head = _PyGCHead_NEXT(head)) {
    visit((PyObject*)(head + 1), argument);
  }
}

void suture_visit_functions(PyThreadState* thread, void (*visit)(PyFunctionObject*)) {
  visit_objects(thread, &visit_if_function, (void*)&visit);
}

struct Search {
  const char* name;
  PyModuleDef* found;
};
static int look_at_module(PyObject* object, void* argument) {
  struct Search* search = argument;
  PyModuleDef* definition = PyModule_Check(object) ? PyModule_GetDef(object) : NULL;
  if (definition != NULL && definition->m_methods != NULL &&
      strcmp(definition->m_name, search->name) == 0) {
    search->found = definition;
  }
  return 1;
}

PyModuleDef* suture_module_definition(PyThreadState* thread, const char* name) {
  struct Search search = {name, NULL};
  visit_objects(thread, &look_at_module, &search);
  return search.found;
}

static void (*visit_new)(PyFunctionObject*);
static int watcher = -1;

static int on_function(PyFunction_WatchEvent event, PyFunctionObject* function, PyObject* value) {
  (void)value;
  if (event == PyFunction_EVENT_CREATE) visit_new(function);
  return 0;
}

int suture_watch_functions(void (*visit)(PyFunctionObject*)) {
  visit_new = visit;
  watcher = PyFunction_AddWatcher(&on_function);
  if (watcher < 0) PyErr_Clear(); /* the program has taken all of them: the caller counts it */
  return watcher >= 0;
}

void suture_unwatch_functions(void) {
  /* Fails only for one that is not set: a program may have cleared ours by its number. */
  if (watcher >= 0 && PyFunction_ClearWatcher(watcher) != 0) PyErr_Clear();
  watcher = -1;
}

const char* suture_evaluation_base(PyThreadState* thread) {
  struct _PyInterpreterFrame* frame = current_of(thread);
  if (frame == NULL || frame->owner == FRAME_OWNED_BY_CSTACK) return NULL;
  do {
    frame = frame->previous;
  } while (frame != NULL && frame->owner != FRAME_OWNED_BY_CSTACK);
  return (const char*)frame;
}

PyObject* suture_tracked_before(PyObject* object) {
  if (!PyObject_GC_IsTracked(object)) return NULL;
  PyGC_Head* head = _PyGCHead_PREV(_Py_AS_GC(object));
  return (PyObject*)(head + 1); /* the object of the list's own head is never looked at */
}

int suture_instrumentation_is_current(PyThreadState* thread, const PyCodeObject* code) {
  return code->_co_instrumentation_version == monitoring_version(thread);
}

static int set_events_of(PyCodeObject* code, PyCFunction setter, int tool, int events) {
  PyObject* arguments[] = {PyLong_FromLong(tool), (PyObject*)code, PyLong_FromLong(events)};
  PyObject* none = NULL;
  if (arguments[0] != NULL && arguments[2] != NULL) {
    none = ((_PyCFunctionFast)(void*)setter)(NULL, arguments, 3);
  }
  Py_XDECREF(arguments[0]);
  Py_XDECREF(arguments[2]);
  Py_XDECREF(none);
  return none != NULL ? 0 : -1;
}

static int events_of(const PyCodeObject* code, int tool) {
  int events = 0;
  if (code->_co_monitoring == NULL) return 0;
  for (int event = 0; event < _PY_MONITORING_LOCAL_EVENTS; ++event) {
    events |= (code->_co_monitoring->local_monitors.tools[event] >> tool & 1) << event;
  }
  return events;
}

int suture_update_instrumentation(PyThreadState* thread, PyCodeObject* code, PyCFunction setter) {
  enum { kTool = PY_MONITORING_OPTIMIZER_ID, kEvents = 1 << PY_MONITORING_EVENT_PY_YIELD };
  PyObject** name = &thread->interp->monitoring_tool_names[kTool];
  int is_free = *name == NULL;
  if (is_free) *name = Py_NewRef(Py_None); /* only tools in use can ask for events */
  int events = events_of(code, kTool);
  int failed = set_events_of(code, setter, kTool, events ^ kEvents);
  if (!failed) failed = set_events_of(code, setter, kTool, events);
  if (is_free) Py_CLEAR(*name);
  return failed;
}

PyCodeObject* suture_innermost_of(PyThreadState* thread, PyCodeObject* const* codes, size_t count) {
  for (struct _PyInterpreterFrame* frame = current_of(thread); frame; frame = frame->previous) {
    for (size_t i = 0; i < count; ++i) {
      if (code_of(frame) == codes[i]) return codes[i];
    }
  }
  return NULL;
}

int suture_has_plain_names(PyTypeObject* type) {
  PyObject* order = type->tp_mro;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(order); ++i) {
    PyTypeObject* base = (PyTypeObject*)PyTuple_GET_ITEM(order, i);
    if (base->tp_flags & _Py_TPFLAGS_STATIC_BUILTIN) continue; /* its dict is elsewhere */
    if (!DK_IS_UNICODE(((PyDictObject*)base->tp_dict)->ma_keys)) return 0;
  }
  return 1;
}
