// An object every operation on which is counted, and of which one can be made to raise. It is
// written in C, so that the operation's error has no traceback entry but the one of the instruction
// that operates.
//
//   define("bomb = …")  →  names see `bomb` in world.py's namespace after installBomb()
//   armBomb(7); run…                     // the 7th operation raises boom(7)
//   armBomb(0); run…; operations()       // none raises; how many there were
//
// What holds: operators, calls, attributes and items give the bomb itself back; comparisons and
// tests are true; it iterates over two of itself; as a manager it suppresses nothing.
#pragma once

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::properties {

void installBomb() SUTURE_RUNS_PYTHON;
/// Counts from zero; the operation with this number raises.
void armBomb(int number);
int operations();
/// The exception that the operation with this number raises.
py::Ref<> boom(int number) SUTURE_RUNS_PYTHON;

}  // namespace suture::properties
