// An interpreter in a process that the campaign forked: the one named at configure time, with
// module `suture` of this build tree and the folders of PYTHONPATH in front. Strings have the same
// hashes in all of them: a finding that hangs on the order of a set can be replayed.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>

#include "core/py/error.h"
#include "core/py/runs_python.h"

namespace suture::driver {
class Driver;
}

namespace suture::campaign {

/// Starts it; it is never ended (the process leaves by _exit). Once in a process.
void startInterpreter() SUTURE_RUNS_PYTHON;

/// Does the work in a child with an interpreter and gives back its JSON, or {"broken": why} when a
/// Python error came out or the child ended otherwise.
nlohmann::json askInterpreter(
    const std::function<py::Result<nlohmann::json>(driver::Driver&)>& work);

}  // namespace suture::campaign
