// The table rules.def as values.
//
//   ruleOf(OperationId::kPow).raises     // Raising::kIntegerPower
//
// What holds: the rules stand in the order of ops.def, one each; the compiler sees that none is
// missing. The words are those of the table.
#pragma once

#include <algorithm>

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

namespace rules {

struct Row {
  dialect::OperationId operation;
  Rule rule;
};

inline constexpr Row kRows[] = {
#define RULE(id, result, shapes, raises, lock) \
  {dialect::OperationId::k##id,                \
   {Result::k##result, Shapes::k##shapes, Raising::k##raises, Lock::k##lock}},
#include "core/graph/rules.def"
#undef RULE
};

inline constexpr dialect::OperationId kOperations[] = {
#define OPERATION(id, name, forms, parameters, kernel, numpy) dialect::OperationId::k##id,
#include "core/dialect/ops.def"
#undef OPERATION
};

static_assert(std::ranges::equal(kRows, kOperations, {}, &Row::operation),
              "rules.def has the rows of ops.def, in their order");

}  // namespace rules

constexpr const Rule& ruleOf(dialect::OperationId operation) {
  return rules::kRows[static_cast<std::size_t>(operation)].rule;
}

}  // namespace suture::graph
