// Whether the replays of a case are what its note says: strict both ways.
//
//   std::string wrong = judge(Status::kFixed, expected, runs);     // empty: nothing is wrong
//
// A fixed case must show what is expected in every run. An open case must fail in one at least, so
// that one mended by the way gets marked. A run that could not be judged is wrong in either.
#pragma once

#include <optional>
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

/// The status in the first line of a note ("Status: fixed", "Status: open"), if it has one.
std::optional<Status> statusOf(std::string_view note);

std::string judge(Status status, std::string_view expected, std::span<const Replay> runs);

}  // namespace suture::regressions
