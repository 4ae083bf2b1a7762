#include <fmt/format.h>

#include "fuzz/campaign/doctor.h"
#include "fuzz/cli/commands.h"
#include "fuzz/cli/work_folder.h"
#include "fuzz/targets/target.h"

namespace suture::cli {

using report::ExitCode;

ExitCode doctor() {
  const WorkFolder folder;
  const campaign::Examination examined = campaign::examine(folder.path(), campaign::Depth::kFaults);
  if (!examined.broken.empty()) fmt::print(stderr, "suture: {}\n", examined.broken);
  for (const campaign::Examined& one : examined.targets) {
    fmt::print("{:<8} {:<24} {}\n", one.well ? "ok" : "BROKEN", one.target, one.text);
  }
  if (!examined.well()) return ExitCode::kBroken;
  fmt::print("the harness sees what it must\n");
  return ExitCode::kClean;
}

ExitCode listTargets() {
  for (const targets::TargetRow& row : targets::targetRows()) {
    fmt::print("{:<24} {}\n", row.id, row.text);
  }
  return ExitCode::kClean;
}

}  // namespace suture::cli
