// `suture promote FILE`: a program that shows a difference becomes a case of regressions/cases, with what
// eager gives, the signature, the run that shows it, and the cause.
//
//   suture promote --breaks random --seed 7 --cause "A cell is copied …" suture-findings/o6-at-brk.py
//   suture promote --breaks everywhere --fault P01 small.py
//
// What holds: the case is whole or absent, and gets the next number. Its status is "open"; "fixed" where
// only a planted fault shows the difference. Its expectation is made by what replays it
// (regressions/observe.py).
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "fuzz/cli/commands.h"

namespace suture::cli {

struct PromoteOptions {
  RunOptions run;
  std::string cause;
  std::string name;  ///< empty: made of the signature
  std::string cases;
};

CLI::App& addPromoteCommand(CLI::App& app, PromoteOptions& options);
/// Exit code kClean when the case was written, kNothingRan when the program shows no difference.
report::ExitCode promote(const PromoteOptions& options);

}  // namespace suture::cli
