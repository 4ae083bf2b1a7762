/* What has to be known of function objects and of the C stack under calls (spread_calls.h,
 * loop_call.h), and of tools (monitoring_start.h, instrumentation.h), from CPython's private layout;
 * one implementation a version. 3.11 evaluates f(*a, **k) apart from its caller with or without a
 * hook and has no tools: of all this it has the base of an evaluation. C, as access.h of frame/ is.
 * Nothing here runs Python. */
#pragma once

#include <Python.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Calls visit for each function object of the interpreter, and from suture_watch_functions() on for
 * each new one. visit may only change the object itself. */
void suture_visit_functions(PyThreadState* thread, void (*visit)(PyFunctionObject*));
/* What a module of this name that is written in C was made from, whatever the program calls it by,
 * and whatever it did to its attributes. NULL if there is none. */
PyModuleDef* suture_module_definition(PyThreadState* thread, const char* name);
/* False without an error set if the program has taken all of the interpreter's watchers. */
int suture_watch_functions(void (*visit)(PyFunctionObject*));
void suture_unwatch_functions(void);
/* An address within the C frame of the evaluation that is running the thread's current frame, at
 * the same place in each of them. NULL if there is none, or it is leaving that frame. */
const char* suture_evaluation_base(PyThreadState* thread);
/* The object that the collector began to track just before `object`, both being young. Borrowed. */
PyObject* suture_tracked_before(PyObject* object);

/* Whether the code has been instrumented since tools last changed what they ask for. */
int suture_instrumentation_is_current(PyThreadState* thread, const PyCodeObject* code);
/* Instruments the code for what tools ask for, by the function of sys.monitoring that sets the events of
 * one code object. Not 0 with an error set if memory is short. */
int suture_update_instrumentation(PyThreadState* thread, PyCodeObject* code, PyCFunction setter);

/* Whether a star call, the instruction at `unit` of `code`, is told to tools. 3.13 makes it through C then,
 * with or without a hook; the others never for that reason. */
int suture_star_call_is_told(PyCodeObject* code, int unit);
/* Whether all that the class and its bases have been given is named by plain strings: looking one up
 * compares it with names, and whoever made another kind may have said how. 3.12 on. */
int suture_has_plain_names(PyTypeObject* type);

/* On which of these code objects the innermost frame runs that runs on any. NULL if none does. */
PyCodeObject* suture_innermost_of(PyThreadState* thread, PyCodeObject* const* codes, size_t count);

#ifdef __cplusplus
}
#endif
