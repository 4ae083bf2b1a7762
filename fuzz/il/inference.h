// What types come of an operation on values of known types. Any when it is not known.
//
//   tensorResult("add", {Type::kScalar, Type::kTensor}) == Type::kTensor;
//   binaryResult("/", Type::kInt, Type::kInt) == Type::kFloat;
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "fuzz/il/type.h"

namespace suture::il {

enum class ShapeRule : std::uint8_t {
  kBroadcast,  ///< two operands, the larger shape
  kSame,       ///< the shape of the one operand
  kReduce,     ///< no dimensions left
  kCompare,    ///< as kBroadcast, of truth values
  kMatmul,
  kWhere,     ///< a mask, and two operands as in kBroadcast
  kAlongDim,  ///< a tensor and a dimension, the tensor's shape
  kItem       ///< a number of a tensor of one element
};

struct TensorOp {
  std::string_view name;
  ShapeRule rule;
};

/// The rows of tensor_ops.def.
std::span<const TensorOp> tensorOps();

/// Of a function or method of that name; a name that ends in "_" writes its first operand.
Type tensorResult(std::string_view name, std::span<const Type> operands);
Type binaryResult(std::string_view symbol, Type left, Type right);
/// Of a comparison with one operator.
Type compareResult(std::string_view symbol, Type left, Type right);
Type typeOfConstant(std::string_view text);

/// Whether asking its truth raises: tensors of several elements.
bool hasNoTruth(Type type);
bool isNumber(Type type);

}  // namespace suture::il
