// The program of a finding made small, in a process of its own.
//
//   std::optional<std::string> small = reduceFinding(orders, finding.record, 30s);
//
// What holds: the program that comes back shows what the one given shows when it is stopped in the same
// places, in a fresh process; the one given, when nothing smaller does or the time is too short. Nothing when the reduction itself broke.
#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "fuzz/campaign/worker.h"
#include "fuzz/report/record.h"

namespace suture::campaign {

std::optional<std::string> reduceFinding(const WorkerOrders& orders,
                                         const report::CaseRecord& record,
                                         std::chrono::milliseconds time);

}  // namespace suture::campaign
