// Where the laws get their functions from: generated ones, drawn by RapidCheck, and functions of
// the standard library.
#pragma once

#include <vector>

#include "fuzz/fuzzers/support/runs.h"
#include "properties/support/check.h"

namespace suture::properties {

/// A generated function with arguments; inside a law's body only.
fuzzers::Subject drawnSubject(fuzzers::FunctionKind kind) SUTURE_RUNS_PYTHON;
/// The same of one of the kinds that run by themselves: plain, generator or coroutine.
fuzzers::Subject drawnSubject() SUTURE_RUNS_PYTHON;

/// Functions of the standard library that keep nothing between calls, each with arguments made from
/// the seed (library_functions.py has the table).
std::vector<fuzzers::Subject> librarySubjects(int seed) SUTURE_RUNS_PYTHON;

}  // namespace suture::properties
