// A code object's line table, read for one question: how many units does it speak of?
//
//   unitsInLineTable(code) >= unitCount      // false for some hand-made code objects
//
// Past the end of a short table CPython reads garbage positions; such code is never stopped in.
#pragma once

#include <Python.h>

#include "core/py/ref.h"

namespace suture::bytecode {

int unitsInLineTable(py::Borrowed<PyCodeObject> code);

}  // namespace suture::bytecode
