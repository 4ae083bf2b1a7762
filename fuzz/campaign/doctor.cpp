#include "fuzz/campaign/doctor.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "fuzz/campaign/interpreter.h"
#include "fuzz/campaign/programs.h"
#include "fuzz/campaign/runner.h"
#include "fuzz/driver/sources.h"

namespace suture::campaign {
namespace {

using nlohmann::json;
using targets::TargetRow;

constexpr std::uint64_t kPrograms = 40;  // to see a planted fault in
constexpr targets::BreakPolicy kEverywhere = {.kind = targets::BreakPolicy::Kind::kEverywhere};

json answer(const std::string& target, bool well, std::string text) {
  return {{"target", target}, {"well", well}, {"text", std::move(text)}};
}

// A difference must be seen, at `seenAt` or below.
json mustBeSeen(const std::string& target, const JudgedCase& judged, std::string_view seenAt) {
  const auto& [verdict, reason, difference] = judged.judgement;
  if (verdict != oracle::Verdict::kDiffers) {
    return answer(target, false, "not seen: " + std::string(oracle::name(verdict)) + " " + reason);
  }
  return answer(target, difference->path.starts_with(seenAt), "seen at " + difference->path);
}

json mustBeRight(const TargetRow& row, const JudgedCase& judged) {
  const std::string target(row.id);
  if (judged.judgement.difference) {
    return answer(target, false, "differs at " + judged.judgement.difference->path);
  }
  if (row.kind == targets::Kind::kCore && judged.stopped.stops == 0) {
    return answer(target, false, "stopped nowhere");
  }
  return answer(target, true, "no difference, as it must be");
}

// In the child that has the interpreter.
class Doctor {
 public:
  Doctor(driver::Driver& driver, const std::string& folder) : driver_(driver), folder_(folder) {}

  void examineTargets(bool core) {
    for (const TargetRow& row : targets::targetRows()) {
      if (row.kind == targets::Kind::kTorch) continue;  // nothing here may need it
      if (row.kind == targets::Kind::kCore && !core) continue;
      RunSettings settings = settingsFor(row);
      if (row.id == "hang") settings.targetTime = std::chrono::milliseconds(300);
      judge(row.program, settings, std::string(row.id), [&](const JudgedCase& judged) {
        return row.seenAt.empty() ? mustBeRight(row, judged)
                                  : mustBeSeen(std::string(row.id), judged, row.seenAt);
      });
    }
  }

  py::Result<json> examineFaults() {
    py::Result<json> faults = targets::coreFaults();
    if (!faults) return faults;
    for (const json& fault : *faults) examineFault(fault);
    return answers();
  }

  const json& answers() const { return answers_; }

 private:
  // Of the faults that pull requests try, the first of each oracle; all rows must make sense.
  void examineFault(const json& row) {
    const std::string id = row["id"];
    const std::string expected = row["expected"];
    const std::string target = "core --fault " + id;
    if (expected == "tests") return;  // of the harness
    if (expected == "law") {
      answers_.push_back(answer(target, true, "nothing generated shows it, property_faults does"));
      return;
    }
    if (expected != "nothing" && !batch::Oracles::all().has(expected)) {
      answers_.push_back(answer(target, false, "expects an oracle that is not there: " + expected));
      return;
    }
    if (row["subset"] == false || !examined_.insert(expected).second) return;
    RunSettings settings = settingsFor(*targets::find("core"));
    settings.targetOptions.fault = id;
    const WorkerOrders orders = {.settings = settings, .breaks = kEverywhere, .seed = 1};
    ProgramWorker worker(orders, [](const json&) {});
    bool seen = false;
    for (std::uint64_t index = 0; index < kPrograms && !seen && !worker.broken(); ++index) {
      seen = worker.judgeGenerated(index, index).judgement.verdict == oracle::Verdict::kDiffers;
    }
    const bool well = !worker.broken() && seen == (expected != "nothing");
    answers_.push_back(answer(target, well, worker.broken().value_or(seen ? "seen" : "not seen")));
  }

  RunSettings settingsFor(const TargetRow& row) const {
    return {.target = &row, .limits = {.memoryBytes = 0}, .folder = folder_};
  }

  template <class Answer>
  void judge(std::string_view program, const RunSettings& settings, const std::string& target,
             const Answer& answerTo) {
    if (driver::source(program).find("@lab.compiled") != std::string_view::npos) {
      answers_.push_back(judgeMarked(program, settings, target, answerTo));
      return;
    }
    const std::string path = folder_ + "/" + std::string(program) + ".py";
    std::ofstream(path) << driver::source(program);
    CaseRunner runner(driver_, settings);
    runner.load({Input::Kind::kProgram, path, path});
    const JudgedCase judged = runner.judge(0, runner.plain(0), kEverywhere);
    answers_.push_back(runner.broken() ? answer(target, false, runner.broken()->why)
                                       : answerTo(judged));
  }

  template <class Answer>
  static json judgeMarked(std::string_view program, const RunSettings& settings,
                          const std::string& target, const Answer& answerTo) {
    const WorkerOrders orders = {.settings = settings, .breaks = {}};
    ProgramWorker worker(orders, [](const json&) {});
    const report::CaseRecord record = worker.judgeText(std::string(driver::source(program)), 1);
    if (worker.broken()) return answer(target, false, *worker.broken());
    return answerTo(JudgedCase{record.judgement, {}});
  }

  driver::Driver& driver_;
  std::string folder_;
  json answers_ = json::array();
  std::set<std::string> examined_;  ///< oracles with a fault that was tried
};

}  // namespace

bool Examination::well() const {
  return broken.empty() && std::ranges::all_of(targets, &Examined::well);
}

std::string Examination::problems() const {
  std::string text = broken.empty() ? "" : " " + broken;
  for (const Examined& one : targets) {
    if (!one.well) text += "\n  " + one.target + ": " + one.text;
  }
  return text;
}

Examination examine(const std::string& folder, Depth depth) {
  const json all = askInterpreter([&](driver::Driver& driver) -> py::Result<json> {
    Doctor doctor(driver, folder);
    doctor.examineTargets(depth != Depth::kStubs);
    if (depth == Depth::kFaults) return doctor.examineFaults();
    return doctor.answers();
  });
  Examination found;
  if (all.is_object()) {
    found.broken = all.value("broken", "no answer");
    return found;
  }
  for (const json& one : all) found.targets.push_back({one["target"], one["well"], one["text"]});
  return found;
}

}  // namespace suture::campaign
