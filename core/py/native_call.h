// Each level of the program's recursion costs the C stack of whatever stands between two turns of
// the interpreter's loop: what is rare is a function of its own, never inlined, and what can be
// left is left by a tail call.
//
//   SUTURE_APART Object* rarely(…) { … }                 // its variables are on no other's frame
//   SUTURE_TAIL_CALL return next(thread, frame, raise);  // of the same parameters and result
#pragma once

#define SUTURE_APART [[gnu::noinline]]
#if defined(__clang__)
#define SUTURE_TAIL_CALL [[clang::musttail]]
#else
#define SUTURE_TAIL_CALL  // gcc turns these into tail calls by itself when it optimises
#endif
