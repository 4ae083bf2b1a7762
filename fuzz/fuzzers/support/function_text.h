// Generated Python functions about frames: nested loops, try with finally and up to three handlers
// inside each other, with, except*, match, comprehensions, names unbound and deleted, cells,
// keyword, star and method calls, yields.
//
//   std::string text = functionText(choices, FunctionKind::kPlain);    // "def subject(p, q): …"
//
// What holds: each compiles on CPython 3.11 to 3.13 and ends; it uses the names of world.py and its
// arguments, and keeps nothing between calls. What can be observed of a run is its ending and what
// it logged. So the rest of a run depends on the frame's state alone, objects in it included.
#pragma once

#include <string>

#include "fuzz/fuzzers/support/choices.h"

namespace suture::fuzzers {

enum class FunctionKind {
  kPlain,
  kGenerator,
  kCoroutine,
  kAsyncGenerator,
  kOperations,  ///< plain; what it does, it does to its argument p, by operators, calls and
                ///< attributes
};

std::string functionText(Choices& choices, FunctionKind kind);

}  // namespace suture::fuzzers
