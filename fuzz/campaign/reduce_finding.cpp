#include "fuzz/campaign/reduce_finding.h"

#include <unistd.h>

#include "fuzz/campaign/interpreter.h"
#include "fuzz/campaign/programs.h"

namespace suture::campaign {

std::optional<std::string> reduceFinding(const WorkerOrders& orders,
                                         const report::CaseRecord& record,
                                         std::chrono::milliseconds time) {
  // One test that hangs may begin just before the time is over, and a target that is no part of this build
  // takes its time to be imported.
  const bool isSlow = !targets::takesStops(*orders.settings.target);
  const auto besides = isSlow ? 3 * orders.settings.limits.time + std::chrono::minutes(1)
                              : orders.settings.limits.time + std::chrono::seconds(5);
  const Limits limits = {.time = time + besides, .memoryBytes = 0};
  const ChildEnd end = runInChild(limits, [&] {
    becomeWorker(getppid());
    startInterpreter();
    ProgramWorker worker(orders, [](const nlohmann::json&) {});
    return worker.reduced(record, time).value_or("");
  });
  if (!end.report || end.report->empty()) return std::nullopt;
  return end.report;
}

}  // namespace suture::campaign
