// From observations to one of four verdicts.
//
//   Judgement j = judge(plain, stopped, {.plainAgain = runPlain, .stoppedAgain = runStopped});
//
// What holds:
//  * A difference counts only if plain CPython is stable there (a second plain run, in a process
//    whose heap was shaken, shows the same) and if it happens again in a fresh process.
//  * The runs are made on demand: none when the observations agree.
//  * A stopped run that dies of a signal where plain CPython twice came to its end counts even if
//    it does not happen again; its reason is then kOnce.
//  * A plain run that hits a limit of time, memory or output shows nothing: discarded.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "fuzz/oracle/compare.h"

namespace suture::oracle {

enum class Verdict { kSame, kDiffers, kDiscarded, kCannotTell };
std::string_view name(Verdict verdict);
Verdict verdictNamed(std::string_view name);

/// The reason of a crash that did not happen again.
inline constexpr std::string_view kOnce = "once";

struct Judgement {
  Verdict verdict = Verdict::kSame;
  std::string reason = {};                    ///< of kDiscarded and kCannotTell, or kOnce
  std::optional<Difference> difference = {};  ///< of kDiffers and kCannotTell
};

struct MoreRuns {
  std::function<Observation()> plainAgain;    ///< plain, fresh process, shaken heap
  std::function<Observation()> stoppedAgain;  ///< as the stopped run, fresh process
};

/// Why nothing can be learnt from a case that runs like this under plain CPython.
std::optional<std::string> whyDiscarded(const Observation& plain);

Judgement judge(const Observation& plain, const Observation& stopped, const MoreRuns& more);

}  // namespace suture::oracle
