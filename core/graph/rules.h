// The table rules.def as values.
//
//   ruleOf(OperationId::kPow).raises     // Raising::kIntegerPower
//
// What holds: the rules stand in the order of ops.def, one each; the compiler sees that none is
// missing. The words are those of the table.
#pragma once

#include "core/dialect/operation.h"

namespace suture::graph {

enum class Result : std::uint8_t { kTensor, kParts, kPython, kElements };
enum class Shapes : std::uint8_t { kAlike, kOperands, kSize, kRange, kSquare, kProduct, kFree };
enum class Raising : std::uint8_t { kNever, kIntegerPower, kIndex, kAlways };
enum class Lock : std::uint8_t { kKept, kReleased };

struct Rule {
  Result result;
  Shapes shapes;
  Raising raises;
  Lock lock;
};

constexpr Rule ruleOf(dialect::OperationId operation) {
  switch (operation) {
#define RULE(id, result, shapes, raises, lock) \
  case dialect::OperationId::k##id:            \
    return {Result::k##result, Shapes::k##shapes, Raising::k##raises, Lock::k##lock};
#include "core/graph/rules.def"
#undef RULE
  }
  __builtin_unreachable();
}

}  // namespace suture::graph
