// What the engine does to programs: the IL's mutators, drawn from the engine's seed.
#pragma once

#include "fuzz/il/program.h"

namespace suture::fuzzers {

/// One mutation, or a new program where there is nothing to mutate.
il::Program mutated(const il::Program& program, unsigned seed);
/// Both programs in one, or a part of the second in the first.
il::Program crossed(const il::Program& first, const il::Program& second, unsigned seed);

/// Whether a text is a program as we make them: nothing that the IL does not cover, no loop without
/// an end, nothing imported but suture.lab, and no name of Python that reaches outside the program.
bool isOurs(const il::Program& program);

}  // namespace suture::fuzzers
