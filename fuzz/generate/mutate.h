// From programs to programs: mutation, splicing a part of another program in, and crossover.
//
//   Choices choices = Choices::ofSeed(7);
//   il::Program changed = mutate(program, choices, limits);
//   il::Program both = crossover(program, other, choices);
//
// What holds: the result obeys all laws of fuzz/il/. A mutator may try anything; what breaks a law
// is refused, and another try is made, the last one being the program itself. Opaque statements are
// neither moved nor changed inside, but what stands around them is. Names that are typed keep
// meaning what they mean; what comes from another program gets names of its own.
#pragma once

#include "fuzz/generate/choices.h"
#include "fuzz/generate/limits.h"
#include "fuzz/il/program.h"

namespace suture::generate {

il::Program mutate(const il::Program& program, Choices& choices, const Limits& limits);

/// A statement of `other`, with names that fit, somewhere in `program`.
il::Program splice(const il::Program& program, const il::Program& other, Choices& choices);

/// The definitions of both, and one run() that does what both did.
il::Program crossover(const il::Program& program, const il::Program& other, Choices& choices);

}  // namespace suture::generate
