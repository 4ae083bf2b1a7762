// The captured tensor operations of a segment: a list of nodes that only grows at its end, and is
// cut back there.
//
//   Graph graph;
//   ValueId x = graph.addInput({float64, {2, 3}});
//   auto known = infer(graph, call);                       // infer.h: what the call gives
//   if (const Results* results = std::get_if<Results>(known.get())) {
//     ValueId sum = graph.addCall(std::move(call), *results);
//   }
//   Graph::Mark before = graph.mark(); … graph.undoTo(before);
//   graph.setOutputs({sum});
//
// What holds: a node refers to earlier nodes only; inputs are numbered in the order they were added;
// equal sequences of calls make equal graphs. Quiet throughout. verify.h has the laws, print.h the
// text.
#pragma once

#include <span>

#include "core/graph/node.h"

namespace suture::graph {

class Graph {
 public:
  ValueId addInput(Metadata metadata);
  /// Gives the first part; part i of it is {value.node, i}.
  ValueId addCall(Call call, Results results);
  /// The tensors that are wanted in the end. One value may stand there twice.
  void setOutputs(std::vector<ValueId> outputs) { outputs_ = std::move(outputs); }

  std::span<const Node> nodes() const { return nodes_; }
  std::size_t inputCount() const { return inputCount_; }
  std::span<const ValueId> outputs() const { return outputs_; }
  const Metadata& metadata(ValueId value) const {
    return nodes_[value.node].results.parts[value.part];
  }

  struct Mark {
    std::size_t nodes = 0;
  };
  Mark mark() const { return {nodes_.size()}; }
  /// Cuts off every node added since; there must be no outputs yet.
  void undoTo(Mark mark);

  /// By node: whether it has to run. What the outputs need, and what may raise for its elements, as
  /// eager would raise although nobody looks at the result.
  std::vector<bool> live() const;

 private:
  std::vector<Node> nodes_;
  std::vector<ValueId> outputs_;
  std::uint32_t inputCount_ = 0;
};

}  // namespace suture::graph
