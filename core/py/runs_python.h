// The mark for calls that may run the user's Python: comparisons, attribute access, destructors,
// allocations that collect. After such a call no borrowed reference, iterator or assumption made
// before it survives.
//
//   void writeState(...) SUTURE_RUNS_PYTHON;   // in a declaration, where readers see it
//
// Everything without the mark is quiet: it runs no Python and frees nothing but exact leaf types.
#pragma once

#if defined(__clang__)
#define SUTURE_RUNS_PYTHON __attribute__((annotate("runs_python")))
#else
#define SUTURE_RUNS_PYTHON
#endif
