// The operations of the IL (ops.def) and their facts.
//
//   rowOf(Op::kStoreAttribute).inputs == 2;      nameOf(Op::kFor) == "For";
#pragma once

#include <cstdint>
#include <string_view>

#include "fuzz/il/type.h"

namespace suture::il {

enum class Op : std::uint8_t {
#define OP(id, inputs, output, role, needs, precedence, pattern) k##id,
#include "fuzz/il/ops.def"
#undef OP
};

enum class Role : std::uint8_t { kExpression, kOpensScope, kStatement, kBegin, kMiddle, kEnd };
enum class Needs : std::uint8_t { kNothing, kFunction, kLoop, kHandler };

/// Python's levels of binding, loosest first.
enum class Precedence : std::uint8_t {
  kYield,
  kTuple,
  kNamed,
  kTest,
  kOr,
  kAnd,
  kNot,
  kCompare,
  kBitOr,
  kBitXor,
  kBitAnd,
  kShift,
  kArithmetic,
  kTerm,
  kFactor,
  kPower,
  kPrimary
};

inline constexpr int kVaries = -1;

struct OpRow {
  std::string_view name;
  int inputs;
  Type output;
  Role role;
  Needs needs;
  Precedence precedence;
  std::string_view pattern;
};

const OpRow& rowOf(Op op);
inline std::string_view nameOf(Op op) { return rowOf(op).name; }
/// Whether it begins a handler of a try.
inline bool isExcept(Op op) {
  return op == Op::kExcept || op == Op::kExceptAs || op == Op::kExceptAny ||
         op == Op::kExceptStar || op == Op::kExceptStarAs;
}

/// Of a binary operator: "+" is kArithmetic. kYield for what is none.
Precedence precedenceOf(std::string_view binaryOperator);

}  // namespace suture::il
