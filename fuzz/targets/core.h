// The target "core": the module `suture` of this build, imported from Python as a user would.
#pragma once

#include "fuzz/targets/target.h"

namespace suture::targets {

py::Result<std::unique_ptr<Target>> openCore(const TargetOptions& options,
                                             driver::Driver& driver) SUTURE_RUNS_PYTHON;

}  // namespace suture::targets
