/* Access to one interpreter frame: with functions.h of hook/ the only C that knows CPython's
 * private frame layout. One implementation a CPython version (access_3_11.c, …); C, not C++, because
 * the internal headers do not compile as C++ everywhere. Offsets are code units from the start of
 * the bytecode.
 *
 * Words: `next` is the instruction that runs next; `current` is the instruction that counts as
 * executing (for lines, samplers and tracebacks). A frame is `hosted` when it lives in a block of
 * ours behind a generator header, so that a YIELD_VALUE written over an instruction hands it back.
 *
 * Nothing here runs Python except suture_evaluate(), suture_evaluate_plain(), suture_drop_fresh()
 * and suture_unhost(). */
#pragma once

#include <Python.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct _PyInterpreterFrame SutureFrame;
typedef PyObject* (*SutureEvaluator)(PyThreadState*, SutureFrame*, int);

/* Of code whose call makes a generator, a coroutine or an asynchronous generator. */
enum { kSutureGeneratorFlags = CO_GENERATOR | CO_COROUTINE | CO_ASYNC_GENERATOR };

/* -- What a frame is ------------------------------------------------------------------------- */

PyCodeObject* suture_frame_code(const SutureFrame* frame); /* borrowed */
PyObject* suture_frame_function(const SutureFrame* frame); /* borrowed */
int suture_frame_is_fresh(const SutureFrame* frame); /* thread-owned, no instruction has run */
int suture_frame_is_generators(const SutureFrame* frame);
PyGenObject* suture_frame_generator(SutureFrame* frame); /* of a generator's or hosted frame */
SutureFrame* suture_generator_frame(PyGenObject* generator);
PyObject* suture_frame_object(const SutureFrame* frame); /* borrowed; NULL if none was made */
SutureFrame* suture_frame_of_object(PyObject* object);

/* -- Slots: locals, cells and free variables first, then the operand stack -------------------- */

PyObject** suture_frame_slots(SutureFrame* frame);
int suture_frame_top(const SutureFrame* frame); /* slots in use */
void suture_frame_set_top(SutureFrame* frame, int top);
/* Slots between the locals and the operand stack of a hosted frame of this code: 1 in debug builds
 * that need a value under a stop on an empty stack, else 0. A generator's frame has no room for it:
 * there, in such builds, suture_stops_need_a_value() and no stop is possible on an empty stack. */
int suture_stack_floor(const PyCodeObject* code);
int suture_stops_need_a_value(const PyCodeObject* code);
/* While a copy is armed the floor is a value of the operand stack, which no return may leave there.
 * While it is disarmed the floor counts as one more free variable, an empty one that no instruction
 * refers to, under which every instruction of the original runs as ever. */
void suture_set_floor_is_local(PyCodeObject* copy, const PyCodeObject* original, int local);
/* A disarmed copy is about to outlive us: frames that nobody hosts have no floor. */
void suture_forget_floor(PyCodeObject* copy, const PyCodeObject* original);

/* -- Position and code ------------------------------------------------------------------------ */

int suture_frame_offset(const SutureFrame* frame);  /* after a stop, a yield, a return or a raise */
int suture_frame_current(const SutureFrame* frame); /* instruction executing, while it executes */
void suture_frame_set_next(SutureFrame* frame, int offset);
void suture_frame_set_current(SutureFrame* frame, int offset);
/* Replaces the code, keeping the frame's position as an offset. Takes a reference of its own. */
void suture_frame_set_code(SutureFrame* frame, PyCodeObject* code);

/* -- The thread ------------------------------------------------------------------------------- */

/* The innermost frame, if it is a function's: what begins now is called by its instruction. NULL if
 * there is none, or one of the interpreter's own. */
SutureFrame* suture_current_frame(PyThreadState* thread);
int suture_thread_is_traced(PyThreadState* thread);     /* tracing, profiling or monitoring is on */
int suture_code_is_monitored(const PyCodeObject* code); /* by tools, for this code alone */
/* An evaluation is charged so many levels of the thread's allowance of C recursion (3.12 on). Plain
 * CPython does not nest all in C that a hook does: what is charged too much is given back meanwhile,
 * by adding to what is left. */
int suture_evaluation_charge(void);
void suture_add_recursion_in_c(PyThreadState* thread, int levels);

/* -- Hosting ---------------------------------------------------------------------------------- */

size_t suture_host_size(const PyCodeObject* code); /* bytes of the block for a frame of this code */
/* Moves a fresh frame into the zeroed block and pushes an exception item of its own. */
SutureFrame* suture_host(PyThreadState* thread, SutureFrame* frame, void* block);
/* Ends hosting after a return or a raise: where the caller of the hook clears the frame (3.11) it
 * moves back to `home`; from 3.12 on the interpreter has cleared it, and only its code is dropped.
 * What it was left handling goes as well, which may run Python. */
void suture_unhost(PyThreadState* thread, SutureFrame* hosted, SutureFrame* home);

/* -- Evaluating ------------------------------------------------------------------------------- */

/* Runs a hosted frame or a generator's frame until it stops, yields, returns or raises. Its generator
 * is suspended then if it stopped or yielded; the result of a stop is no reference and to be ignored,
 * and the slot popped is to be taken back by set_top(top + 1). Leaves by a tail call. May run Python.
 */
PyObject* suture_evaluate(PyThreadState* thread, SutureFrame* frame, int raise);
/* Runs a frame to its end as CPython would without us. May run Python. */
PyObject* suture_evaluate_plain(PyThreadState* thread, SutureFrame* frame, int raise);

/* Makes a stopped frame the thread's current frame, executing `current`, until unlinked; everything
 * that can run Python in between sees the right stack. */
void suture_link(PyThreadState* thread, SutureFrame* frame, int current);
void suture_unlink(PyThreadState* thread, SutureFrame* frame);
PyObject** suture_exception_item(SutureFrame* frame); /* what it handles; NULL or None if nothing */
void suture_set_generator_suspended(PyGenObject* generator, int delegating);
void suture_set_generator_executing(PyGenObject* generator);
int suture_generator_is_suspended(PyGenObject* generator);
int suture_generator_is_created(PyGenObject* generator);

/* Gives up a fresh frame without running it (3.12 on: the hook's duty; 3.11: its caller's). */
void suture_drop_fresh(PyThreadState* thread, SutureFrame* frame);

/* -- The hook --------------------------------------------------------------------------------- */

SutureEvaluator suture_get_evaluator(PyInterpreterState* interpreter);
void suture_set_evaluator(PyInterpreterState* interpreter, SutureEvaluator evaluator);
PyInterpreterState* suture_interpreter(PyThreadState* thread);

/* -- Code copies ------------------------------------------------------------------------------ */

/* A code object like `original` but with the given bytes; its cached co_code is the original's. The
 * copy is never quickened by CPython itself: `words` says, for each unit, what an unpatched unit of
 * the copy holds (adaptive where that is safe whatever units in `frozen` are overwritten). NULL
 * with an error set if memory is short. Runs no Python, leaves the collector's counts as they are.
 */
PyCodeObject* suture_copy_code(PyCodeObject* original, const uint8_t* frozen, uint16_t* words);
/* `words` has room for suture_landing_units() more. From 3.12 on they are [stop] [RERAISE 1]
 * [RETURN_VALUE], and the copy leads every exception that no handler covers there. */
int suture_landing_units(void);
/* Where the word of an unpatched unit is the stop, so that the copy hands over as it is left: what
 * the unit holds when it must not. Else `word`. */
uint16_t suture_disarmed_word(const PyCodeObject* copy, int unit, uint16_t word);
/* A specialised form that would execute the next instruction too becomes its plain form. */
uint16_t suture_word_without_fusion(uint16_t word);
/* Tools that begin to monitor (3.12 on) instrument all code that is running. Not a shielded copy,
 * which has stops in it; unshielded, it is instrumented like its original. */
void suture_shield_from_tools(PyCodeObject* copy);
void suture_unshield_from_tools(PyCodeObject* copy, const PyCodeObject* original);
/* What tools have done to `from` until now, and what is kept of it, becomes that of `to`, the other
 * being a copy of the one that is not armed: units, who asks for which event where, what DISABLE
 * ended. Later changes have the same effect on both. Leaves `to` as it is if memory is short. */
void suture_share_instrumentation(PyCodeObject* from, PyCodeObject* to);
/* What the interpreter specialised in a copy, given its words, becomes what is specialised in the
 * original, for which the copy ran. `told`, a byte a unit, keeps which units the copy has specialised
 * before: what it has taken back is taken back in the original; what it never specialised, the
 * original may have. Only in originals that tools have never touched. Does nothing on 3.11, where code
 * that has not run is not yet adaptive. */
void suture_share_specialised(PyCodeObject* original, const PyCodeObject* copy,
                              const uint16_t* words, uint8_t* told);
uint16_t suture_stop_word(void); /* the unit that stops */
uint16_t* suture_code_units(PyCodeObject* code);
/* Length of code in units. */
int suture_code_length(const PyCodeObject* code);
void* suture_code_extra(const PyCodeObject* code, Py_ssize_t index); /* NULL when unset */

#ifdef __cplusplus
}
#endif
