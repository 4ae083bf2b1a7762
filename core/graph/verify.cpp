#include "core/graph/verify.h"

#include <algorithm>

#include "core/dialect/reference/arguments.h"
#include "core/dialect/reference/dtype.h"
#include "core/graph/infer.h"
#include "core/graph/print.h"
#include "core/graph/rules.h"

namespace suture::graph {
namespace {

using dialect::OperationId;
using dialect::Parameter;
using dialect::ParameterKind;

const std::vector<Parameter>& parametersOf(const Call& call) {
  return dialect::operation(call.operation).parameters;
}

bool exists(const Graph& graph, ValueId value) {
  return value.node < graph.nodes().size() &&
         value.part < graph.nodes()[value.node].results.parts.size();
}

bool isInt(const Operand& operand) {
  py::Borrowed<> constant = operand.asConstant();
  return constant && PyLong_CheckExact(constant.get()) != 0;
}

bool isNumber(const Operand& operand) {
  py::Borrowed<> constant = operand.asConstant();
  return constant && dialect::isNumber(constant);
}

bool isNone(const Operand& operand) { return operand.asConstant().get() == Py_None; }

template <class Test>
bool isSequenceOf(const Operand& operand, const Test& test) {
  const Operand::Sequence* sequence = operand.asSequence();
  return sequence != nullptr && std::ranges::all_of(sequence->items, test);
}

bool fits(const Operand& operand, const Parameter& parameter) {
  switch (parameter.kind) {
    case ParameterKind::kOperand:
      return operand.asValue() != nullptr || isNumber(operand);
    case ParameterKind::kTensor:
      return operand.asValue() != nullptr;
    case ParameterKind::kTensors:
      return isSequenceOf(operand, [](const Operand& item) { return item.asValue() != nullptr; });
    case ParameterKind::kNumber:
      return isNumber(operand);
    case ParameterKind::kInt:
      return isInt(operand);
    case ParameterKind::kInts:
      return isInt(operand) || isSequenceOf(operand, isInt);
    case ParameterKind::kDims:
      return isNone(operand) || isInt(operand) || isSequenceOf(operand, isInt);
    case ParameterKind::kFlag:
      return operand.asConstant() && PyBool_Check(operand.asConstant().get()) != 0;
    case ParameterKind::kDtype:
      return (operand.asConstant() && dialect::isDtype(operand.asConstant())) ||
             (parameter.isOptional && isNone(operand));
    case ParameterKind::kText:
      return operand.asConstant() && PyUnicode_Check(operand.asConstant().get()) != 0;
    case ParameterKind::kIndex:
    case ParameterKind::kData:
      break;
  }
  return true;
}

// One operand for each parameter, and none left out that the row asks for.
bool keepsOperandsAreWhole(const Graph&, std::uint32_t, const Call& call, const Results&) {
  const std::vector<Parameter>& parameters = parametersOf(call);
  if (call.operands.size() != parameters.size()) return false;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (call.operands[i].isLeftOut() && !parameters[i].isOptional) return false;
  }
  return true;
}

// Operands are values of earlier nodes.
bool keepsValueBeforeUse(const Graph& graph, std::uint32_t node, const Call& call, const Results&) {
  bool kept = true;
  call.forEachValue(
      [&](ValueId value) { kept = kept && value.node < node && exists(graph, value); });
  return kept;
}

// Each operand is of its parameter's kind; what is written to is a tensor.
bool keepsKindsFit(const Graph&, std::uint32_t, const Call& call, const Results&) {
  const std::vector<Parameter>& parameters = parametersOf(call);
  for (std::size_t i = 0; i < std::min(parameters.size(), call.operands.size()); ++i) {
    if (!call.operands[i].isLeftOut() && !fits(call.operands[i], parameters[i])) return false;
  }
  return !call.isInPlace || (!call.operands.empty() && call.operands[0].asValue() != nullptr);
}

// The row has the form: writing, or giving something new.
bool keepsFormExists(const Graph&, std::uint32_t, const Call& call, const Results&) {
  if (call.operation == OperationId::kSetItem) return call.isInPlace;
  const dialect::Forms forms = dialect::operation(call.operation).forms;
  return forms.has(call.isInPlace ? dialect::kInPlace
                                  : dialect::kFunction | dialect::kMethod | dialect::kAttribute);
}

// Only rows that give tensors are nodes, and they give as many as they should.
bool keepsGivesTensors(const Graph&, std::uint32_t, const Call& call, const Results& results) {
  switch (ruleOf(call.operation).result) {
    case Result::kTensor:
      return !results.isTuple && results.parts.size() == 1;
    case Result::kParts:
      return results.isTuple;
    case Result::kPython:
    case Result::kElements:
      break;
  }
  return false;
}

// What was written has the dtype and shape it had.
bool keepsInPlaceKeepsMetadata(const Graph& graph, std::uint32_t, const Call& call,
                               const Results& results) {
  if (!call.isInPlace || call.operands.empty() || results.parts.empty()) return true;
  const ValueId* target = call.operands[0].asValue();
  return target == nullptr || !exists(graph, *target) ||
         graph.metadata(*target) == results.parts[0];
}

// Every value has a dtype and lengths.
bool keepsMetadataIsWhole(const Results& results) {
  return std::ranges::all_of(results.parts, [](const Metadata& metadata) {
    return metadata.dtype && dialect::isDtype(metadata.dtype) &&
           std::ranges::all_of(metadata.shape, [](Py_ssize_t length) { return length >= 0; });
  });
}

enum class Law : std::uint8_t {
#define LAW(id, name) k##id,
#include "core/graph/laws.def"
#undef LAW
};
constexpr std::string_view kNames[] = {
#define LAW(id, name) name,
#include "core/graph/laws.def"
#undef LAW
};

Breach breachOf(const Graph& graph, std::uint32_t node, Law law) {
  const std::string line = node < graph.nodes().size() ? printNode(graph, node) : "return";
  return {node, line, kNames[static_cast<std::size_t>(law)]};
}

class Verifier {
 public:
  explicit Verifier(const Graph& graph) : graph_(graph) {}

  std::vector<Breach> run() {
    for (std::uint32_t i = 0; i < graph_.nodes().size(); ++i) look(i, graph_.nodes()[i]);
    // Every output is a value of the graph.
    for (ValueId output : graph_.outputs()) {
      if (!exists(graph_, output)) add(output.node, Law::kOutputsExist);
    }
    return std::move(breaches_);
  }

 private:
  void look(std::uint32_t i, const Node& node) {
    if (!keepsMetadataIsWhole(node.results)) add(i, Law::kMetadataIsWhole);
    if (node.asInput() != nullptr) return;
    const Call& call = *node.asCall();
    const auto ask = [&](Law law, auto keeps) {
      if (!keeps(graph_, i, call, node.results)) add(i, law);
    };
    ask(Law::kOperandsAreWhole, keepsOperandsAreWhole);
    ask(Law::kValueBeforeUse, keepsValueBeforeUse);
    ask(Law::kKindsFit, keepsKindsFit);
    ask(Law::kFormExists, keepsFormExists);
    ask(Law::kGivesTensors, keepsGivesTensors);
    ask(Law::kInPlaceKeepsMetadata, keepsInPlaceKeepsMetadata);
  }

  void add(std::uint32_t node, Law law) { breaches_.push_back(breachOf(graph_, node, law)); }

  const Graph& graph_;
  std::vector<Breach> breaches_;
};

}  // namespace

std::string Breach::text() const { return line + ": " + std::string(law); }

std::vector<Breach> verify(const Graph& graph) { return Verifier(graph).run(); }

std::vector<Breach> verifyMetadata(const Graph& graph) {
  std::vector<Breach> breaches;
  for (std::uint32_t i = 0; i < graph.nodes().size(); ++i) {
    const Call* call = graph.nodes()[i].asCall();
    if (call == nullptr) continue;
    std::shared_ptr<const Inference> known = infer(graph, *call);
    const Results* results = std::get_if<Results>(known.get());
    if (results == nullptr || *results != graph.nodes()[i].results) {
      breaches.push_back(breachOf(graph, i, Law::kMetadataIsInferred));
    }
  }
  return breaches;
}

}  // namespace suture::graph
