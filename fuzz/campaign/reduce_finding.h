// The program of a finding made small, in a process of its own.
//
//   std::optional<SmallProgram> small = reduceFinding(orders, finding.record, 30s);
//   small->text;  small->partShows;      // another signature: the two are likely of one cause
//
// What holds: the program that comes back shows what the one given shows when it is stopped in the same
// places, in a fresh process; the one given, when nothing smaller does or the time is too short. Nothing when the reduction itself broke.
#pragma once

#include <chrono>
#include <optional>

#include "fuzz/campaign/programs.h"
#include "fuzz/campaign/worker.h"
#include "fuzz/report/record.h"

namespace suture::campaign {

std::optional<SmallProgram> reduceFinding(const WorkerOrders& orders,
                                          const report::CaseRecord& record,
                                          std::chrono::milliseconds time);

}  // namespace suture::campaign
