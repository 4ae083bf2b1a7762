// What suture.lab takes from the dialect of its programs: the package `suture`, or suture._torch, which
// puts PyTorch's names in their place. Its objects are asked for by name, once.
//
// What holds: nothing here runs a Python function: a compiler that watches frames would see it.
#pragma once

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::lab {

/// Takes the dialect's objects from its module. False with an error set.
bool useDialect(py::Borrowed<> module) SUTURE_RUNS_PYTHON;

/// What is told of runs in a dialect; fuzz/oracle/tolerated.def has the reasons.
struct Told {
  bool frames = true;      ///< locals, operand stack and the frames above of a probe's caller
  bool tracebacks = true;  ///< all lines of them, not the innermost of the program alone
  bool deaths = true;      ///< in their place, not by number at the end
};
const Told& told();

bool isTensor(py::Borrowed<> object);
/// An object whose buffer is the tensor's elements; empty, without an error, when it has none.
py::Ref<> elementsOf(py::Borrowed<> tensor) SUTURE_RUNS_PYTHON;
/// A new list of the modes that are active, bottom to top. Empty with an error set.
py::Ref<> activeModes() SUTURE_RUNS_PYTHON;
/// Takes the top mode off. False with an error set.
bool dropTopMode() SUTURE_RUNS_PYTHON;
/// The dialect's graph_break(). False with an error set.
bool breakGraph() SUTURE_RUNS_PYTHON;

}  // namespace suture::lab
