// The tables ops.def and operators.def as values.
//
//   const Operation& add = operation(OperationId::kAdd);
//   add.name                     // "add"
//   add.parameters[1].kind       // ParameterKind::kOperand
//
// What holds: rows stand in the order of OperationId; parameters are read once, from text that
// operation_test.cpp checks row by row. Nothing here knows NumPy.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace suture::dialect {

enum class OperationId : std::uint8_t {
#define OPERATION(id, name, forms, parameters, kernel, numpy) k##id,
#include "core/dialect/ops.def"
#undef OPERATION
};

/// The words are those of ops.def.
enum class ParameterKind : std::uint8_t {
  kOperand,
  kTensor,
  kTensors,
  kNumber,
  kInt,
  kInts,
  kDims,
  kFlag,
  kDtype,
  kIndex,
  kData,
  kText
};

struct Parameter {
  std::string name;
  ParameterKind kind = ParameterKind::kData;
  bool isOptional = false;
  bool isSpread = false;
};

inline constexpr std::size_t kMostParameters = 4;

/// A set of the forms an operation has.
struct Forms {
  std::uint8_t bits = 0;
  constexpr bool has(Forms form) const { return (bits & form.bits) != 0; }
  friend constexpr Forms operator|(Forms a, Forms b) {
    return {static_cast<std::uint8_t>(a.bits | b.bits)};
  }
};
inline constexpr Forms kFunction{1};
inline constexpr Forms kMethod{2};
inline constexpr Forms kInPlace{4};
inline constexpr Forms kAttribute{8};

struct Operation {
  OperationId id;
  const char* name;
  Forms forms;
  std::vector<Parameter> parameters;
  const char* numpy;  ///< what the reference's kernel is told
};

std::span<const Operation> operations();
const Operation& operation(OperationId id);

/// As what a handler sees one form of a Python operator.
enum class SeenAs : std::uint8_t { kAsNothing, kAsMethod, kAsItself };

struct Operator {
  OperationId operation;
  const char* stem;    ///< "add" of __add__, __radd__, __iadd__
  const char* symbol;  ///< "+"
  SeenAs forward, reflected, inPlace;
};

std::span<const Operator> operators();

/// All forms of an operation as they are written, one a line: "add(input, other)", "input + other",
/// …
std::string usage(const Operation& operation);

}  // namespace suture::dialect
