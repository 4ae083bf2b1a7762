#include "fuzz/campaign/reduce_finding.h"

#include <unistd.h>

#include "fuzz/campaign/interpreter.h"
#include "fuzz/campaign/programs.h"

namespace suture::campaign {

std::optional<SmallProgram> reduceFinding(const WorkerOrders& orders,
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
    const auto small = worker.reduced(record, time);
    const nlohmann::json told =
        small ? nlohmann::json{{"text", small->text}, {"part shows", small->partShows}}
              : nlohmann::json(nullptr);
    return told.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  });
  if (!end.report) return std::nullopt;
  const nlohmann::json told = nlohmann::json::parse(*end.report);
  if (told.is_null()) return std::nullopt;
  return SmallProgram{told.at("text"), told.at("part shows")};
}

}  // namespace suture::campaign
