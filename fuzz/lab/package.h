// What suture.lab takes from the package `suture`, whose own library has the tensors and the modes:
// its objects are asked for by name, once.
#pragma once

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::lab {

/// Imports the package. False with an error set.
bool openPackage() SUTURE_RUNS_PYTHON;

bool isTensor(py::Borrowed<> object);
/// A new list of the modes that are active, bottom to top. Empty with an error set.
py::Ref<> activeModes() SUTURE_RUNS_PYTHON;
/// Takes the top mode off. False with an error set.
bool dropTopMode() SUTURE_RUNS_PYTHON;
/// suture.graph_break(). False with an error set.
bool breakGraph() SUTURE_RUNS_PYTHON;

}  // namespace suture::lab
