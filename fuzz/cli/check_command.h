// `suture check`: the gate. The same runs each time, so that a change of the outcome is a change of the
// compiler: generated programs of one seed, the seed corpus and the regressions replayed, every gate
// of a campaign.
//
//   suture check                                            the core
//   suture check --target mine:compile --junit check.xml    a compiler of one's own, in its CI
//   suture check --target mine:compile --baseline known.txt
//
// What holds: nothing is drawn that is not drawn from the fixed seed, and nothing ends by the clock. A
// baseline is strict both ways: what it lists is known and must be seen.
#pragma once

#include <CLI/CLI.hpp>

#include "fuzz/cli/commands.h"

namespace suture::cli {

CLI::App& addCheckCommand(CLI::App& app, RunOptions& options);
report::ExitCode check(RunOptions options);

}  // namespace suture::cli
