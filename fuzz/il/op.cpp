#include "fuzz/il/op.h"

namespace suture::il {
namespace {

constexpr OpRow kRows[] = {
#define OP(id, inputs, output, role, needs, precedence, pattern) \
  {#id, inputs, Type::k##output, Role::role, Needs::needs, Precedence::precedence, pattern},
#include "fuzz/il/ops.def"
#undef OP
};

struct BinaryOperator {
  std::string_view symbol;
  Precedence precedence;
};

constexpr BinaryOperator kBinaryOperators[] = {
    {"+", Precedence::kArithmetic}, {"-", Precedence::kArithmetic}, {"*", Precedence::kTerm},
    {"/", Precedence::kTerm},       {"//", Precedence::kTerm},      {"%", Precedence::kTerm},
    {"@", Precedence::kTerm},       {"**", Precedence::kPower},     {"<<", Precedence::kShift},
    {">>", Precedence::kShift},     {"&", Precedence::kBitAnd},     {"^", Precedence::kBitXor},
    {"|", Precedence::kBitOr},
};

}  // namespace

const OpRow& rowOf(Op op) { return kRows[static_cast<std::size_t>(op)]; }

Precedence precedenceOf(std::string_view binaryOperator) {
  for (const BinaryOperator& row : kBinaryOperators) {
    if (row.symbol == binaryOperator) return row.precedence;
  }
  return Precedence::kYield;
}

}  // namespace suture::il
