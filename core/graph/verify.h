// The laws of a graph (laws.def), each read off the finished graph and the table of operations.
//
//   for (const Breach& breach : verify(graph)) std::cerr << breach.text() << '\n';
//   // %3 = add(%7, 1): value-before-use
//
// Quiet. verifyMetadata asks infer.h again for every call: for tests and checked builds.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/py/runs_python.h"

namespace suture::graph {

struct Breach {
  std::uint32_t node = 0;
  std::string line;  ///< the node as it prints
  std::string_view law;
  std::string text() const;
};

std::vector<Breach> verify(const Graph& graph);

/// Nodes whose results are not what the operation gives. The graph must keep the laws.
std::vector<Breach> verifyMetadata(const Graph& graph) SUTURE_RUNS_PYTHON;

}  // namespace suture::graph
