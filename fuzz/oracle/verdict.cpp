#include "fuzz/oracle/verdict.h"

#include <utility>

#include "core/py/check.h"

namespace suture::oracle {
namespace {

constexpr std::pair<Verdict, std::string_view> kNames[] = {
    {Verdict::kSame, "same"},
    {Verdict::kDiffers, "differs"},
    {Verdict::kDiscarded, "discarded"},
    {Verdict::kCannotTell, "cannot tell"},
};

bool crashed(const Observation& seen) { return seen.ending().starts_with("signal "); }

}  // namespace

std::string_view name(Verdict verdict) { return kNames[static_cast<size_t>(verdict)].second; }

Verdict verdictNamed(std::string_view text) {
  for (const auto& [verdict, known] : kNames) {
    if (known == text) return verdict;
  }
  SUTURE_CHECK(false, "a verdict has one of the four names");
}

std::optional<std::string> whyDiscarded(const Observation& plain) {
  const std::string ending = plain.ending();
  if (ending == kTimeLimit) return "plain CPython does not end within the time limit";
  if (ending == kMemoryLimit) return "plain CPython reaches the memory limit";
  if (ending == kOutputLimit) return "plain CPython prints more than is captured";
  return std::nullopt;
}

Judgement judge(const Observation& plain, const Observation& stopped, const MoreRuns& more) {
  std::optional<Difference> difference = firstDifference(plain, stopped);
  if (!difference) return {};
  const Observation plainAgain = more.plainAgain();
  if (crashed(stopped) && plain.ending() == kFinished && plainAgain.ending() == kFinished) {
    const bool again = crashed(more.stoppedAgain());
    return {Verdict::kDiffers, again ? "" : std::string(kOnce), difference};
  }
  if (auto unstable = firstDifference(plain, plainAgain)) {
    return {Verdict::kCannotTell, "two plain runs differ at " + unstable->path, difference};
  }
  if (!firstDifference(plain, more.stoppedAgain())) {
    return {Verdict::kCannotTell, "did not happen again in a fresh process", difference};
  }
  return {Verdict::kDiffers, "", difference};
}

}  // namespace suture::oracle
