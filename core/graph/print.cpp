#include "core/graph/print.h"

#include <algorithm>

#include "core/py/error.h"

namespace suture::graph {
namespace {

std::string show(py::Borrowed<> leaf) {
  py::ErrorScope kept;
  py::Ref<> shown = py::Ref<>::steal(PyObject_Repr(leaf.get()));
  const char* bytes = shown ? PyUnicode_AsUTF8(shown.get()) : nullptr;
  if (bytes != nullptr) return bytes;
  PyErr_Clear();
  return "…";  // an int of very many digits
}

std::string show(const Graph& graph, const Operand& operand) {
  if (const ValueId* value = operand.asValue()) return printValue(graph, *value);
  if (py::Borrowed<> constant = operand.asConstant()) return show(constant);
  const Operand::Sequence* sequence = operand.asSequence();
  if (sequence == nullptr) return "";
  std::string text(sequence->isList ? "[" : "(");
  for (std::size_t i = 0; i < sequence->items.size(); ++i) {
    text += (i == 0 ? "" : ", ") + show(graph, sequence->items[i]);
  }
  if (!sequence->isList && sequence->items.size() == 1) text += ",";
  return text + (sequence->isList ? "]" : ")");
}

std::string show(const Graph& graph, const Call& call) {
  const dialect::Operation& operation = dialect::operation(call.operation);
  std::string text = operation.name;
  if (call.isInPlace && operation.forms.has(dialect::kInPlace)) text += "_";
  text += "(";
  bool isFirst = true;
  bool isNamed = false;
  for (std::size_t i = 0; i < call.operands.size(); ++i) {
    if (call.operands[i].isLeftOut()) {
      isNamed = true;
      continue;
    }
    if (!isFirst) text += ", ";
    isFirst = false;
    if (isNamed && i < operation.parameters.size()) text += operation.parameters[i].name + "=";
    text += show(graph, call.operands[i]);
  }
  return text + ")";
}

std::string show(const Results& results) {
  std::string parts;
  for (const Metadata& part : results.parts) parts += (parts.empty() ? "" : ", ") + text(part);
  if (results.isTuple) parts = "(" + parts + ")";
  return parts + (results.mayRaise ? "  may raise" : "");
}

}  // namespace

std::string printValue(const Graph& graph, ValueId value) {
  const bool isPart =
      value.node < graph.nodes().size() && graph.nodes()[value.node].results.isTuple;
  return "%" + std::to_string(value.node) + (isPart ? "." + std::to_string(value.part) : "");
}

std::string printNode(const Graph& graph, std::uint32_t node) {
  const Node& shown = graph.nodes()[node];
  const std::string name = "%" + std::to_string(node) + " = ";
  if (const Input* input = shown.asInput()) {
    return name + "input " + std::to_string(input->position);
  }
  return name + show(graph, *shown.asCall());
}

std::string print(const Graph& graph) {
  std::vector<std::string> lines;
  std::size_t width = 0;
  for (std::uint32_t i = 0; i < graph.nodes().size(); ++i) {
    lines.push_back(printNode(graph, i));
    width = std::max(width, lines.back().size());
  }
  std::string text;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    text += lines[i] + std::string(width - lines[i].size() + 2, ' ');
    text += show(graph.nodes()[i].results) + "\n";
  }
  std::string outputs;
  for (ValueId output : graph.outputs()) {
    outputs += (outputs.empty() ? " " : ", ") + printValue(graph, output);
  }
  return text + "return" + outputs + "\n";
}

}  // namespace suture::graph
