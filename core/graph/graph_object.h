// A graph as Python backends see it: an object that can be read, printed and called.
//
//   def backend(graph, inputs):
//       print(graph)                  # print.h
//       for node in graph.nodes: …    # (name, operands, is_in_place, ((dtype, shape), …))
//       return graph                  # graph(*inputs) runs the interpreter: eager's results
//
// What holds: `nodes` and `outputs` are fresh tuples of exact built-in objects. An input is named
// "input", its one operand is its position. An operand is None (left out), ("value", node, part),
// ("constant", object), ("tuple", operands) or ("list", operands). The object owns its graph and no
// tensor.
#pragma once

#include <memory>

#include "core/graph/backend.h"

namespace suture::graph {

/// Empty with an error set.
py::Ref<> graphObject(std::shared_ptr<const Graph> graph);

}  // namespace suture::graph
