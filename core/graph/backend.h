// Who runs a graph. A backend makes an executable of it once; a plan runs that many times.
//
//   std::unique_ptr<Executable> made = *interpreter().compile(graph, inputs);
//   py::Result<Tensors> outputs = made->run(inputs);
//
// What holds:
//  * Inputs come in the order of the graph and have its metadata; they are not written. Outputs are
//    new plain tensors nobody else has, one an output, in order, with the graph's metadata; equal
//    values that are output twice are one object, and an input that is output is that input.
//  * The interpreter gives eager's bits. It runs the kernels only: no mode, no handler, no Python
//    code but the constructors of NumPy's errors.
//  * A Python backend is any callable `backend(graph, inputs)` that returns a callable which takes
//    the inputs and returns a tuple. What it returns is checked and copied; a wrong answer is a
//    TypeError. Whatever it writes into inputs is its own fault.
//  * An error leaves nothing behind: the plan is abandoned.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/py/error.h"
#include "core/py/runs_python.h"

namespace suture::graph {

using Tensors = std::vector<py::Ref<>>;

/// What can happen while an executable runs, besides its computing.
struct Conduct {
  bool mayRunPython = false;    ///< any code of the user, on this thread
  bool mayReleaseLock = false;  ///< other threads may run meanwhile
};

class Executable {
 public:
  virtual ~Executable() = default;
  virtual py::Result<Tensors> run(std::span<const py::Borrowed<>> inputs) SUTURE_RUNS_PYTHON = 0;
  virtual Conduct conduct() const = 0;
};

class Backend {
 public:
  virtual ~Backend() = default;
  /// The graph keeps its laws and has its outputs. The examples are the tensors that it is about to
  /// run on.
  virtual py::Result<std::unique_ptr<Executable>> compile(std::shared_ptr<const Graph> graph,
                                                          std::span<const py::Borrowed<>> examples)
      SUTURE_RUNS_PYTHON = 0;
  virtual Conduct conduct() const = 0;  ///< of compile
};

/// The default: runs the live nodes in order.
Backend& interpreter();

/// The user's own; TypeError when it is not callable.
py::Result<std::unique_ptr<Backend>> pythonBackend(py::Borrowed<> callable);

}  // namespace suture::graph
