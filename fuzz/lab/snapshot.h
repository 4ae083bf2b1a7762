// A running frame as the interpreter has it: what a probe sees of its caller.
//
//   appendSnapshot(out);     // {"function":"f","line":12,"locals":{…},"stack":[…],"handling":null,…}
//
//   locals     by name, "unbound" marked, cells as such; stack: the live temporaries below the call of
//   the probe, NULLs included; handling: the exception that is being handled; above: function and
//   line of every frame from the caller's caller up to run().
//
// What holds: read from the frame itself, in plain and in stopped runs alike. Quiet but for
// audit hooks, which see that a frame's code is looked at; the collector must be off.
#pragma once

#include <string>

#include "core/py/runs_python.h"
#include "fuzz/lab/describe.h"

namespace suture::lab {

/// Of the frame that called the C function this is called from.
void appendSnapshot(std::string& out, Describer& describer) SUTURE_RUNS_PYTHON;

}  // namespace suture::lab
