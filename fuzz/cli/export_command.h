// `suture export FILE`: a program as a stand-alone script, in the vocabulary of module `suture` alone, that
// prints what eager gave and what compiled gave, and exits with 1 if that differs.
//
//   suture export my_program.py > script.py
//   suture export --breaks random --seed 7 --fault P10 --output script.py suture-findings/o1-at-call.py
//
// What holds: where the program shows a difference, the script compiles as the run that showed it did. A
// script can see less than the harness's probes: no operand stacks.
#pragma once

#include "fuzz/cli/commands.h"

namespace suture::cli {

/// kClean when the script was written; kGateMissed when it does not show what the harness sees.
report::ExitCode exportScript(const RunOptions& options);

}  // namespace suture::cli
