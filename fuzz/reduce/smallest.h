// The smallest values of a type at a point of a program: a name that is bound there, a constant.
//
//   smallest(builder.state(), Type::kTensor)    ->  Name t1 · or: lab.tensor([1.0, 1.0])
//
// What holds: the values are of the type, and the best, which is short and lasts, comes first. None
// for types that only a program itself can make.
#pragma once

#include <vector>

#include "fuzz/reduce/lines.h"

namespace suture::reduce {

std::vector<Line> smallest(const il::State& state, il::Type type);

}  // namespace suture::reduce
