// Tensors of zeros that stand for a call's operands, and how large what the call makes can be.
//
//   std::optional<StandIns> small = StandIns::alike(graph, call);  // other lengths, equal ones equal
//   small->tensor(value);  small->realShape(shape)                 // and back
//
// What holds: alike() gives 0 and 1 for themselves and 2, 3, … for the other lengths in the order in
// which the operands name them, so that operands agree and broadcast exactly when the real ones do.
#pragma once

#include <map>
#include <optional>
#include <utility>

#include "core/graph/graph.h"
#include "core/py/runs_python.h"

namespace suture::graph {

class StandIns {
 public:
  /// Nothing when memory is short: an error is set.
  static std::optional<StandIns> alike(const Graph& graph, const Call& call) SUTURE_RUNS_PYTHON;
  static std::optional<StandIns> real(const Graph& graph, const Call& call) SUTURE_RUNS_PYTHON;

  py::Borrowed<> tensor(ValueId value) const;
  std::vector<Py_ssize_t> realShape(std::vector<Py_ssize_t> shape) const;

 private:
  bool add(const Graph& graph, ValueId value, bool isAlike) SUTURE_RUNS_PYTHON;
  Py_ssize_t standFor(Py_ssize_t length);

  std::map<std::pair<std::uint32_t, std::uint32_t>, py::Ref<>> tensors_;
  std::vector<Py_ssize_t> lengths_;  ///< lengths_[i] is the real one of i + 2
};

/// More elements than the kernel of this call can make of these operands; at alike() shapes when
/// `isAlike`.
double mostElements(const Graph& graph, const Call& call, bool isAlike);

}  // namespace suture::graph
