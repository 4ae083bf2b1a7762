#include "core/graph/stand_ins.h"

#include <algorithm>
#include <cmath>

#include "core/dialect/reference/dtype.h"
#include "core/dialect/reference/kernels.h"
#include "core/dialect/reference/tensor.h"
#include "core/graph/rules.h"
#include "core/py/check.h"

namespace suture::graph {
namespace {

double elements(const std::vector<Py_ssize_t>& shape) {
  double product = 1;
  for (Py_ssize_t length : shape) product *= static_cast<double>(length);
  return product;
}

// An int or float as a double; infinite when there is none.
double number(const Operand& operand) {
  py::Borrowed<> constant = operand.asConstant();
  if (!constant) return HUGE_VAL;
  const double value = PyFloat_Check(constant.get()) != 0 ? PyFloat_AS_DOUBLE(constant.get())
                                                          : PyLong_AsDouble(constant.get());
  if (PyErr_Occurred() == nullptr) return value;
  PyErr_Clear();
  return HUGE_VAL;
}

double sumOfOperands(const Graph& graph, const Call& call) {
  double sum = 0;
  call.forEachValue([&](ValueId value) { sum += elements(graph.metadata(value).shape); });
  return sum;
}

// Every dimension, counted from the last, as long as the longest operand's.
double broadcast(const Graph& graph, const Call& call, bool isAlike) {
  std::vector<Py_ssize_t> seen;
  std::vector<double> longest;
  call.forEachValue([&](ValueId value) {
    const std::vector<Py_ssize_t>& shape = graph.metadata(value).shape;
    longest.resize(std::max(longest.size(), shape.size()), 1);
    for (std::size_t i = 0; i < shape.size(); ++i) {
      const Py_ssize_t length = shape[shape.size() - 1 - i];
      if (length > 1 && std::ranges::find(seen, length) == seen.end()) seen.push_back(length);
      const auto at = std::ranges::find(seen, length) - seen.begin();
      const double stands = static_cast<double>(isAlike && length > 1 ? at + 2 : length);
      longest[i] = std::max(longest[i], stands);
    }
  });
  double product = 1;
  for (double length : longest) product *= length;
  return product;
}

double ints(const Operand& operand) {
  const Operand::Sequence* sequence = operand.asSequence();
  if (sequence == nullptr) return std::abs(number(operand));
  double product = 1;
  for (const Operand& item : sequence->items) product *= std::abs(number(item));
  return product;
}

double size(const Call& call) {
  const std::vector<dialect::Parameter>& parameters = dialect::operation(call.operation).parameters;
  double product = 1;
  double last = 1;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const bool isInt = parameters[i].kind == dialect::ParameterKind::kInt;
    if (!isInt && parameters[i].kind != dialect::ParameterKind::kInts) continue;
    if (!call.operands[i].isLeftOut()) last = ints(call.operands[i]);
    product *= last;  // a matrix without a width is square
  }
  return product;
}

double range(const Call& call) {
  const bool hasEnd =
      !call.operands[1].isLeftOut() && call.operands[1].asConstant().get() != Py_None;
  const double start = hasEnd ? number(call.operands[0]) : 0;
  const double end = number(call.operands[hasEnd ? 1 : 0]);
  const double step = call.operands[2].isLeftOut() ? 1 : number(call.operands[2]);
  return std::abs((end - start) / step);
}

double square(const Graph& graph, const Call& call) {
  double most = sumOfOperands(graph, call);
  call.forEachValue([&](ValueId value) {
    const std::vector<Py_ssize_t>& shape = graph.metadata(value).shape;
    if (shape.empty()) return;
    const auto columns = static_cast<double>(shape.back());
    const double rows = shape.size() == 1 ? columns : static_cast<double>(shape[shape.size() - 2]);
    most = std::max(most, rows * columns);
  });
  return most;
}

// An index may name an element many times: each part of it multiplies.
double product(const Graph& graph, const Operand& operand) {
  if (const ValueId* value = operand.asValue()) {
    return std::max(1.0, elements(graph.metadata(*value).shape));
  }
  const Operand::Sequence* sequence = operand.asSequence();
  if (sequence == nullptr) return 1;
  double most =
      sequence->isList ? static_cast<double>(std::max<std::size_t>(1, sequence->items.size())) : 1;
  for (const Operand& item : sequence->items) most *= product(graph, item);
  return most;
}

double product(const Graph& graph, const Call& call) {
  double most = 1;
  bool hasIndices = false;
  // What is written at an index selects nothing.
  const bool writes = call.operation == dialect::OperationId::kSetItem;
  const std::size_t count = call.operands.size() - (writes ? 1 : 0);
  for (std::size_t i = 0; i < count; ++i) most *= product(graph, call.operands[i]);
  for (std::size_t i = 1; i < count; ++i) {
    call.operands[i].forEachValue([&](ValueId) { hasIndices = true; });
  }
  const ValueId* indexed = call.operands[0].asValue();
  if (!hasIndices || indexed == nullptr) return most;
  // Indices take the place of at least one dimension.
  Py_ssize_t shortest = PY_SSIZE_T_MAX;
  for (Py_ssize_t length : graph.metadata(*indexed).shape) {
    if (length > 0) shortest = std::min(shortest, length);
  }
  return shortest == PY_SSIZE_T_MAX ? most : most / static_cast<double>(shortest);
}

}  // namespace

double mostElements(const Graph& graph, const Call& call, bool isAlike) {
  switch (ruleOf(call.operation).shapes) {
    case Shapes::kAlike:
      return broadcast(graph, call, isAlike);
    case Shapes::kOperands:
      return sumOfOperands(graph, call);
    case Shapes::kSize:
      return size(call);
    case Shapes::kRange:
      return range(call);
    case Shapes::kSquare:
      return square(graph, call);
    case Shapes::kProduct:
      return product(graph, call);
    case Shapes::kFree:
      break;
  }
  return 0;
}

std::optional<StandIns> StandIns::alike(const Graph& graph, const Call& call) {
  StandIns made;
  bool isMade = true;
  call.forEachValue([&](ValueId value) { isMade = isMade && made.add(graph, value, true); });
  return isMade ? std::optional(std::move(made)) : std::nullopt;
}

std::optional<StandIns> StandIns::real(const Graph& graph, const Call& call) {
  StandIns made;
  bool isMade = true;
  call.forEachValue([&](ValueId value) { isMade = isMade && made.add(graph, value, false); });
  return isMade ? std::optional(std::move(made)) : std::nullopt;
}

Py_ssize_t StandIns::standFor(Py_ssize_t length) {
  if (length <= 1) return length;
  auto known = std::ranges::find(lengths_, length);
  if (known == lengths_.end()) known = lengths_.insert(known, length);
  return known - lengths_.begin() + 2;
}

bool StandIns::add(const Graph& graph, ValueId value, bool isAlike) {
  py::Ref<>& tensor = tensors_[{value.node, value.part}];
  if (tensor) return true;
  const Metadata& metadata = graph.metadata(value);
  std::vector<Py_ssize_t> lengths = metadata.shape;
  if (isAlike) {
    for (Py_ssize_t& length : lengths) length = standFor(length);
  }
  const dialect::Numpy* numpy = dialect::Numpy::get();
  if (numpy == nullptr) return false;
  py::Ref<> shape = dialect::kernels::tupleOf(lengths);
  if (!shape) return false;
  py::Ref<> dtype = dialect::numpyDtype(metadata.dtype);
  if (!dtype) return false;
  tensor = dialect::wrap(dialect::kernels::newArray(*numpy, "zeros", shape, dtype));
  return static_cast<bool>(tensor);
}

py::Borrowed<> StandIns::tensor(ValueId value) const {
  auto found = tensors_.find({value.node, value.part});
  SUTURE_CHECK(found != tensors_.end(), "an operand has no stand-in");
  return found->second;
}

std::vector<Py_ssize_t> StandIns::realShape(std::vector<Py_ssize_t> shape) const {
  if (lengths_.empty()) return shape;
  for (Py_ssize_t& length : shape) {
    if (length <= 1) continue;
    const auto at = static_cast<std::size_t>(length) - 2;
    SUTURE_CHECK(at < lengths_.size(), "a length of a result is none of the operands'");
    length = lengths_[at];
  }
  return shape;
}

}  // namespace suture::graph
