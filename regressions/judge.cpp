#include "regressions/judge.h"

#include <fmt/format.h>

namespace suture::regressions {
namespace {

std::string_view nameOf(End end) {
  switch (end) {
    case End::kObserved:
      return "showed";
    case End::kBroken:
      return "cannot be judged";
    case End::kCrashed:
      return "crashed";
    case End::kHung:
      return "hung";
  }
  return "";
}

}  // namespace

std::string judge(Status status, std::string_view expected, std::span<const Replay> runs) {
  std::string broken;
  std::string different;
  for (const auto& [mode, outcome] : runs) {
    if (outcome.end == End::kObserved && outcome.text == expected) continue;
    std::string& where = outcome.end == End::kBroken ? broken : different;
    where += fmt::format("{}: {}:\n{}\n", mode, nameOf(outcome.end), outcome.text);
  }
  if (!broken.empty()) return broken;
  if (status == Status::kFixed) {
    return different.empty() ? "" : fmt::format("{}expected:\n{}", different, expected);
  }
  return different.empty() ? "an open case passes now: mark it \"Status: fixed\"" : "";
}

}  // namespace suture::regressions
