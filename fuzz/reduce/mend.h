// Lines from which something was taken, made into a program again: what they lack now is replaced by
// something small of its type, or what needed it is dropped as well.
//
//   mended("t2 = t1" without what binds t1)     ->  "t2 = t0" where t0 is bound, or nothing
//   mended("with M1():" without its body)       ->  "with M1(): pass"
//
// What holds: a result is a valid program; it need not mean what the lines meant. Costs a walk over
// the program for each thing that is mended.
#pragma once

#include <optional>

#include "fuzz/reduce/lines.h"

namespace suture::reduce {

std::optional<il::Program> mended(Lines lines);

}  // namespace suture::reduce
