// Functions compiled once, of all kinds, with what plain CPython makes of them: what a fuzz target
// that wants many runs a second chooses from.
//
//   const Pooled& chosen = pooled(choices.below(kPoolSize));
//
// What holds: the pool is the same in every process and build.
#pragma once

#include "core/py/embed.h"
#include "fuzz/fuzzers/support/jump.h"

namespace suture::fuzzers {

constexpr int kPoolSize = 40;

struct Pooled {
  Subject subject;
  Ending plain;
  Trace trace;  ///< empty for asynchronous generators, whose frames several calls share
};

/// CPython inside the fuzzer's process, until its end.
py::EmbeddedInterpreter* startInterpreter();

/// Everywhere, at random or at positions, as the choices have it.
hook::BreakPolicy::Shared drawnPolicy(Choices& choices, const Pooled& chosen);

const Pooled& pooled(int index) SUTURE_RUNS_PYTHON;

}  // namespace suture::fuzzers
