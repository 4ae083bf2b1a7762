// Whether the replays of a case are what its note says: strict both ways.
//
//   std::string wrong = judge(Status::kFixed, expected, runs);     // empty: nothing is wrong
//
// A fixed case must show what is expected in every run. An open case must fail in one at least, so
// that one mended by the way gets marked. A run that could not be judged is wrong in either.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "regressions/replay.h"

namespace suture::regressions {

enum class Status { kFixed, kOpen };

struct Replay {
  std::string mode;
  Outcome outcome;
};

std::string judge(Status status, std::string_view expected, std::span<const Replay> runs);

}  // namespace suture::regressions
