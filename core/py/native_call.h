// Each level of the program's recursion costs the C stack of whatever stands between two turns of
// the interpreter's loop: what is rare is a function of its own, never inlined, and what can be
// left is left by a tail call.
#pragma once

#define SUTURE_APART [[gnu::noinline]]
#if defined(__clang__)
#define SUTURE_TAIL_CALL [[clang::musttail]]
#else
#define SUTURE_TAIL_CALL  // gcc turns these into tail calls by itself when it optimises
#endif
