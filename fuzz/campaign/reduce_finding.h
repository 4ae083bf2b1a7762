// The program of a finding made small, in a process of its own.
//
//   std::string small = reduceFinding(orders, finding.record, 30s);
//
// What holds: the program that comes back shows the same signature, in a fresh process; the one
// given, when nothing smaller does or the time is too short. Empty when the reduction itself failed.
#pragma once

#include <chrono>
#include <string>

#include "fuzz/campaign/worker.h"
#include "fuzz/report/record.h"

namespace suture::campaign {

std::string reduceFinding(const WorkerOrders& orders, const report::CaseRecord& record,
                          std::chrono::milliseconds time);

}  // namespace suture::campaign
