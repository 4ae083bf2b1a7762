#include "fuzz/il/inference.h"

#include <algorithm>

namespace suture::il {
namespace {

constexpr TensorOp kTensorOps[] = {
#define TENSOR_OP(name, rule) {name, ShapeRule::rule},
#include "fuzz/il/tensor_ops.def"
#undef TENSOR_OP
};

// Number, scalar, vector, matrix: every one broadcasts with every other. -1: no operand at all.
int rankOf(Type type) {
  if (isNumber(type)) return 0;
  if (type == Type::kScalar) return 1;
  if (type == Type::kTensor || type == Type::kMask) return 2;
  return type == Type::kMatrix ? 3 : -1;
}

Type ofRank(int rank) {
  constexpr Type kOfRank[] = {Type::kAny, Type::kScalar, Type::kTensor, Type::kMatrix};
  return rank < 0 ? Type::kAny : kOfRank[rank];
}

Type broadcast(Type left, Type right) {
  if (rankOf(left) < 0 || rankOf(right) < 0) return Type::kAny;
  if (left == Type::kMask && right == Type::kMask) return Type::kAny;
  return ofRank(std::max(rankOf(left), rankOf(right)));
}

Type product(Type left, Type right) {
  if (left == Type::kMatrix && (right == Type::kMatrix || right == Type::kTensor)) return right;
  if (left == Type::kTensor && right == Type::kMatrix) return Type::kTensor;
  return left == Type::kTensor && right == Type::kTensor ? Type::kScalar : Type::kAny;
}

bool isFloatTensor(Type type) { return isTensor(type) && type != Type::kMask; }

Type byRule(ShapeRule rule, std::span<const Type> operands) {
  const std::size_t count = operands.size();
  const Type first = count > 0 ? operands[0] : Type::kAny;
  switch (rule) {
    case ShapeRule::kBroadcast:
      return count == 2 && (isTensor(first) || isTensor(operands[1]))
                 ? broadcast(first, operands[1])
                 : Type::kAny;
    case ShapeRule::kSame:
      return count == 1 && isFloatTensor(first) ? first : Type::kAny;
    case ShapeRule::kReduce:
      return count == 1 && isFloatTensor(first) ? Type::kScalar : Type::kAny;
    case ShapeRule::kCompare:
      return count == 2 && isTensor(first) ? compareResult("<", first, operands[1]) : Type::kAny;
    case ShapeRule::kMatmul:
      return count == 2 ? product(first, operands[1]) : Type::kAny;
    case ShapeRule::kWhere:
      return count == 3 && first == Type::kMask ? broadcast(operands[1], operands[2]) : Type::kAny;
    case ShapeRule::kAlongDim:
      return count == 2 && operands[1] == Type::kInt && isFloatTensor(first) ? first : Type::kAny;
    case ShapeRule::kItem:
      return count == 1 && first == Type::kScalar ? Type::kFloat : Type::kAny;
  }
}

}  // namespace

std::span<const TensorOp> tensorOps() { return kTensorOps; }

Type tensorResult(std::string_view name, std::span<const Type> operands) {
  const bool writes = name.ends_with('_');
  if (writes) name.remove_suffix(1);
  const auto* row = std::ranges::find(kTensorOps, name, &TensorOp::name);
  if (row == std::end(kTensorOps)) return Type::kAny;
  const Type result = byRule(row->rule, operands);
  if (!writes) return result;
  return !operands.empty() && result == operands[0] ? result : Type::kAny;
}

Type binaryResult(std::string_view symbol, Type left, Type right) {
  if (isTensor(left) || isTensor(right)) {
    return symbol == "@" ? product(left, right) : broadcast(left, right);
  }
  if (isNumber(left) && isNumber(right)) {
    if (symbol == "/") return Type::kFloat;
    return left == Type::kFloat || right == Type::kFloat ? Type::kFloat : Type::kInt;
  }
  return left == right && symbol == "+" ? left : Type::kAny;
}

Type compareResult(std::string_view symbol, Type left, Type right) {
  if (symbol == "is" || symbol == "is not") return Type::kBool;
  if (isTensor(left) || isTensor(right)) {
    return broadcast(left, right) == Type::kTensor ? Type::kMask : Type::kAny;
  }
  return left == Type::kAny || right == Type::kAny ? Type::kAny : Type::kBool;
}

Type typeOfConstant(std::string_view text) {
  if (text == "True" || text == "False") return Type::kBool;
  if (text == "None") return Type::kNone;
  if (text.find_first_of("'\"") != std::string_view::npos) {
    return text.find_first_of("bB") < text.find_first_of("'\"") ? Type::kAny : Type::kText;
  }
  if (text.find_first_not_of("0123456789") == std::string_view::npos) return Type::kInt;
  if (text.find_first_not_of("0123456789.") == std::string_view::npos && text != "...") {
    return Type::kFloat;
  }
  return Type::kAny;
}

bool hasNoTruth(Type type) { return isTensor(type) && type != Type::kScalar; }
bool isNumber(Type type) { return type == Type::kInt || type == Type::kFloat; }

}  // namespace suture::il
