// What the nodes of a graph are made of: values, their metadata, and what an operation is given.
//
//   Call call{OperationId::kAdd, false, {}};
//   call.operands.push_back(Operand::value({0}));          // the first value of node 0
//   call.operands.push_back(Operand::constant(two));       // the int 2
//
// What holds:
//  * Operands stand by parameter of the row, one for each, spread values as a tuple; a reflected operator has been
//    turned round already.
//  * A call in place is functional: its value is what the first operand holds afterwards, and the
//    operand keeps what it held.
//  * Constants are exact immutable leaves (isLeaf), so a graph keeps no object of the user's alive
//    and comparing or printing it runs no Python. Dtypes are borrowed: they live for ever.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/dialect/operation.h"
#include "core/py/ref.h"

namespace suture::graph {

/// All that is known of a tensor without looking at its elements.
struct Metadata {
  py::Borrowed<> dtype;  ///< a suture.dtype
  std::vector<Py_ssize_t> shape;
  friend bool operator==(const Metadata&, const Metadata&) = default;
};

/// "float64[2, 3]".
std::string text(const Metadata& metadata);

/// One tensor that a node gives: most give one, unbind several.
struct ValueId {
  std::uint32_t node = 0;
  std::uint32_t part = 0;
  friend bool operator==(ValueId, ValueId) = default;
};

/// Whether an object may be a constant: None, Ellipsis, an exact bool, int, float or str, a dtype,
/// or a slice of None and exact ints.
bool isLeaf(py::Borrowed<> object);

class Operand {
 public:
  struct LeftOut {};
  struct Sequence {
    bool isList;
    std::vector<Operand> items;
  };

  Operand() = default;  ///< left out
  static Operand value(ValueId value) { return Operand(value); }
  /// Must be a leaf.
  static Operand constant(py::Borrowed<> leaf);
  static Operand tuple(std::vector<Operand> items) {
    return Operand(Sequence{false, std::move(items)});
  }
  static Operand list(std::vector<Operand> items) {
    return Operand(Sequence{true, std::move(items)});
  }

  bool isLeftOut() const { return std::holds_alternative<LeftOut>(content_); }
  const ValueId* asValue() const { return std::get_if<ValueId>(&content_); }
  py::Borrowed<> asConstant() const;  ///< empty when it is none
  const Sequence* asSequence() const { return std::get_if<Sequence>(&content_); }

  /// Calls see(value) for each value in it, from left to right.
  template <class See>
  void forEachValue(const See& see) const {
    if (const ValueId* one = asValue()) see(*one);
    if (const Sequence* sequence = asSequence()) {
      for (const Operand& item : sequence->items) item.forEachValue(see);
    }
  }

 private:
  using Content = std::variant<LeftOut, ValueId, py::Ref<>, Sequence>;
  explicit Operand(Content content) : content_(std::move(content)) {}
  Content content_;
};

struct Call {
  dialect::OperationId operation{};
  bool isInPlace = false;  ///< tensor.name_(…), tensor += …, tensor[i] = …
  std::vector<Operand> operands;

  template <class See>
  void forEachValue(const See& see) const {
    for (const Operand& operand : operands) operand.forEachValue(see);
  }
};

/// What a call gives.
struct Results {
  std::vector<Metadata> parts;
  bool isTuple = false;   ///< as a tuple of all parts, not as the one tensor
  bool mayRaise = false;  ///< for some elements of its operands it raises
  friend bool operator==(const Results&, const Results&) = default;
};

/// An existing tensor that the graph is given.
struct Input {
  std::uint32_t position = 0;  ///< among the inputs
};

struct Node {
  std::variant<Input, Call> content;
  Results results;

  const Input* asInput() const { return std::get_if<Input>(&content); }
  const Call* asCall() const { return std::get_if<Call>(&content); }
};

}  // namespace suture::graph
