#include "core/dialect/operation.h"

#include <array>
#include <utility>

#include "core/py/check.h"

namespace suture::dialect {
namespace {

constexpr std::pair<std::string_view, ParameterKind> kKinds[] = {
    {"operand", ParameterKind::kOperand}, {"tensor", ParameterKind::kTensor},
    {"tensors", ParameterKind::kTensors}, {"number", ParameterKind::kNumber},
    {"int", ParameterKind::kInt},         {"ints", ParameterKind::kInts},
    {"dims", ParameterKind::kDims},       {"flag", ParameterKind::kFlag},
    {"dtype", ParameterKind::kDtype},     {"index", ParameterKind::kIndex},
    {"data", ParameterKind::kData},       {"text", ParameterKind::kText},
};

ParameterKind kindNamed(std::string_view name) {
  for (const auto& [known, kind] : kKinds) {
    if (known == name) return kind;
  }
  SUTURE_CHECK(false, "ops.def names an unknown kind of parameter");
}

// "*size:ints" or "dim?:dims".
Parameter readParameter(std::string_view text) {
  Parameter parameter;
  std::size_t colon = text.find(':');
  SUTURE_CHECK(colon != std::string_view::npos, "a parameter of ops.def has no kind");
  parameter.kind = kindNamed(text.substr(colon + 1));
  std::string_view name = text.substr(0, colon);
  parameter.isSpread = name.starts_with('*');
  parameter.isOptional = name.ends_with('?');
  if (parameter.isSpread) name.remove_prefix(1);
  if (parameter.isOptional) name.remove_suffix(1);
  parameter.name = name;
  return parameter;
}

std::vector<Parameter> readParameters(std::string_view text) {
  std::vector<Parameter> parameters;
  while (!text.empty()) {
    std::size_t end = std::min(text.find(' '), text.size());
    parameters.push_back(readParameter(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  SUTURE_CHECK(parameters.size() <= kMostParameters, "an operation has too many parameters");
  return parameters;
}

std::vector<Operation> readTable() {
  return {
#define OPERATION(id, name, forms, parameters, kernel, numpy) \
  Operation{OperationId::k##id, name, forms, readParameters(parameters), numpy},
#include "core/dialect/ops.def"
#undef OPERATION
  };
}

constexpr Operator kOperators[] = {
#define OPERATOR(operation, stem, symbol, forward, reflected, inPlace)                    \
  {OperationId::k##operation, stem, symbol, SeenAs::kAs##forward, SeenAs::kAs##reflected, \
   SeenAs::kAs##inPlace},
#include "core/dialect/operators.def"
#undef OPERATOR
};

// "(input, other)", or from the second parameter on for a method.
std::string parenthesised(std::span<const Parameter> parameters) {
  std::string text = "(";
  for (const Parameter& parameter : parameters) {
    if (text.size() > 1) text += ", ";
    text += (parameter.isSpread ? "*" : "") + parameter.name + (parameter.isOptional ? "=…" : "");
  }
  return text + ")";
}

std::string operatorUsage(const Operation& operation, const Operator& row) {
  const std::string& first = operation.parameters[0].name;
  const std::string symbol = row.symbol;
  if (operation.parameters.size() == 1) {
    return symbol.size() > 1 ? symbol + "(" + first + ")\n" : symbol + first + "\n";
  }
  const std::string& second = operation.parameters[1].name;
  std::string text = first + " " + symbol + " " + second + "\n";
  if (row.inPlace != SeenAs::kAsNothing) text += first + " " + symbol + "= " + second + "\n";
  return text;
}

}  // namespace

std::span<const Operation> operations() {
  static const std::vector<Operation> all = readTable();
  return all;
}

const Operation& operation(OperationId id) { return operations()[static_cast<std::size_t>(id)]; }

std::span<const Operator> operators() { return kOperators; }

std::string usage(const Operation& operation) {
  const std::span<const Parameter> all = operation.parameters;
  const std::string name = operation.name;
  std::string text;
  if (operation.forms.has(kFunction)) text += name + parenthesised(all) + "\n";
  if (operation.forms.has(kAttribute)) text += all[0].name + "." + name + "\n";
  if (operation.forms.has(kMethod)) {
    text += all[0].name + "." + name + parenthesised(all.subspan(1)) + "\n";
  }
  if (operation.forms.has(kInPlace)) {
    text += all[0].name + "." + name + "_" + parenthesised(all.subspan(1)) + "\n";
  }
  for (const Operator& row : kOperators) {
    if (row.operation == operation.id) text += operatorUsage(operation, row);
  }
  text.pop_back();
  return text;
}

}  // namespace suture::dialect
