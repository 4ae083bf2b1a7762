// The generators, coroutines and asynchronous generators that were made in handled frames, with the
// policy they were made under: they stay handled until they end, wherever they are resumed.
//
//   registerGenerator(generator, {policy, isEntry});            // as it is made
//   if (const Handling* handling = handlingOf(generator)) …     // as it is resumed
//
// Keyed by address, owning nothing. An entry goes when the generator ends; one that is never
// resumed leaves an entry behind, which goes when the next generator made at that address registers
// or not. A stale entry decides only where frames stop, never what they do.
#pragma once

#include <Python.h>

#include "core/hook/policy.h"
#include "core/py/ref.h"

namespace suture::hook {

/// How a generator is handled.
struct Handling {
  BreakPolicy::Shared policy;
  bool isEntry = false;  ///< its function is the one that compile() wraps
};

/// A generator was made: under a policy, or outside any (then it has none).
void registerGenerator(py::Borrowed<> generator, Handling handling);
/// nullptr: not handled. Valid until the generator is forgotten.
const Handling* handlingOf(const PyGenObject* generator);
void forgetGenerator(const PyGenObject* generator);
void forgetAllGenerators();
bool anyGeneratorHandled();

}  // namespace suture::hook
