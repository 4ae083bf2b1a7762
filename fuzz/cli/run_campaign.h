// A campaign from its options to its exit code: the doctor, the workers, progress, findings made small,
// summary and reports. What `run` is, and what `check` does with fixed options.
#pragma once

#include "fuzz/cli/commands.h"

namespace suture::cli {

report::ExitCode runCampaign(const RunOptions& options);

}  // namespace suture::cli
