// A graph as a person reads it: a line a node, the operation, its operands, and what is known of
// the result.
//
//   %0 = input 0                       float64[2, 3]
//   %1 = add(%0, 1.5)                  float64[2, 3]
//   %2 = unbind(%1, dim=1)             (float64[2], float64[2], float64[2])
//   %3 = pow_(%0, %2.1)                float64[2, 3]  may raise
//   return %3, %2.0
//
// Operands have their parameter's name from the first one on that follows one left out. Quiet.
#pragma once

#include <string>

#include "core/graph/graph.h"

namespace suture::graph {

std::string print(const Graph& graph);

/// One node without its metadata: "%1 = add(%0, 1.5)".
std::string printNode(const Graph& graph, std::uint32_t node);

/// "%2", or "%2.1" of a node that gives a tuple.
std::string printValue(const Graph& graph, ValueId value);

}  // namespace suture::graph
