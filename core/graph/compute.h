// One call of a graph, computed by the dialect's kernel: what inference and the interpreter share.
//
//   py::Ref<> result = compute(call, [&](ValueId value) { return tensors[value.node]; });
//
// What holds: modes and handlers are not asked, as arguments are handed to the kernel itself; a call
// in place writes into a copy of its first operand and gives that. Operands must be plain tensors.
// The caller has silenced floating-point errors (dialect::QuietErrors).
#pragma once

#include <functional>
#include <optional>

#include "core/graph/node.h"
#include "core/py/runs_python.h"

namespace suture::graph {

using ValueOf = std::function<py::Borrowed<>(ValueId)>;

/// Empty with an error set.
py::Ref<> compute(const Call& call, const ValueOf& valueOf) SUTURE_RUNS_PYTHON;

/// What is known of an existing tensor; nothing, with an error set, when memory is short.
std::optional<Metadata> metadataOf(py::Borrowed<> tensor);

}  // namespace suture::graph
