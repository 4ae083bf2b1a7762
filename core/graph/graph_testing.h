// What the tests of this folder share: expressions over module suture, and calls made of them.
//
//   py::Ref<> x = evaluate("tensor([1, 2])");
//   Call call = callOf(graph, inputs, OperationId::kAdd, false, {"tensor([1, 2])", "1"});
//   //  each tensor among the operands becomes an input of the graph, and stands in `inputs`
#pragma once

#include <string>
#include <vector>

#include "core/graph/backend.h"
#include "core/graph/graph.h"

namespace suture::graph::testing {

/// In a namespace with the names of module suture. Prints and aborts when it raises.
py::Ref<> evaluate(const std::string& expression);
/// The same, kept for the life of the process.
py::Borrowed<> kept(const std::string& expression);

/// The same, an empty text for an operand left out.
Operand operandOf(Graph& graph, Tensors& inputs, py::Borrowed<> value);
Call callOf(Graph& graph, Tensors& inputs, dialect::OperationId operation, bool isInPlace,
            const std::vector<py::Ref<>>& operands);
Call callOf(Graph& graph, Tensors& inputs, dialect::OperationId operation, bool isInPlace,
            const std::vector<std::string>& operands);

/// The interpreter's outputs.
py::Result<Tensors> run(Graph graph, const Tensors& inputs);

/// dtype, shape and bytes of a tensor, or of each in a tuple of tensors.
std::string bits(py::Borrowed<> result);

/// "ValueError: …" of an error.
std::string text(py::Error error);

}  // namespace suture::graph::testing
