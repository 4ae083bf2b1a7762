#include "fuzz/campaign/doctor.h"

#include <algorithm>
#include <fstream>
#include <map>

#include "fuzz/campaign/interpreter.h"
#include "fuzz/campaign/runner.h"
#include "fuzz/driver/sources.h"

namespace suture::campaign {
namespace {

using nlohmann::json;
using targets::TargetRow;

constexpr targets::BreakPolicy kEverywhere = {.kind = targets::BreakPolicy::Kind::kEverywhere};

json verdictOn(const TargetRow& row, CaseRunner& runner, const oracle::Observation& plain) {
  const Judged judged = runner.judge(0, plain, kEverywhere);
  const auto answer = [&](bool well, std::string text) {
    return json{{"target", row.id}, {"well", well}, {"text", std::move(text)}};
  };
  if (runner.broken()) return answer(false, runner.broken()->why);
  const auto& [verdict, reason, difference] = judged.judgement;
  if (row.seenAt.empty()) {
    if (difference) return answer(false, "differs at " + difference->path);
    if (row.kind == targets::Kind::kCore && judged.stopped.stops == 0) {
      return answer(false, "stopped nowhere");
    }
    return answer(true, "no difference, as it must be");
  }
  if (verdict != oracle::Verdict::kDiffers) {
    return answer(false, "not seen: " + std::string(oracle::name(verdict)) + " " + reason);
  }
  return answer(difference->path.starts_with(row.seenAt), "seen at " + difference->path);
}

// In the child: one import a program, all its targets.
json examineAll(driver::Driver& driver, const std::string& folder, bool core) {
  std::map<std::string_view, std::vector<const TargetRow*>> byProgram;
  for (const TargetRow& row : targets::targetRows()) {
    if (core || row.kind != targets::Kind::kCore) byProgram[row.program].push_back(&row);
  }
  json all = json::array();
  for (const auto& [program, rows] : byProgram) {
    const std::string path = folder + "/" + std::string(program) + ".py";
    std::ofstream(path) << driver::source(program);
    for (const TargetRow* row : rows) {
      RunSettings settings = {.target = row, .limits = {.memoryBytes = 0}, .folder = folder};
      if (row->id == "hang") settings.targetTime = std::chrono::milliseconds(300);
      CaseRunner runner(driver, settings);
      runner.load({Input::Kind::kProgram, path, path});
      all.push_back(verdictOn(*row, runner, runner.plain(0)));
    }
  }
  return all;
}

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

Examination examine(const std::string& folder, bool core) {
  const json all = askInterpreter(
      [&](driver::Driver& driver) { return py::Result<json>(examineAll(driver, folder, core)); });
  Examination found;
  if (all.is_object()) {
    found.broken = all.value("broken", "no answer");
    return found;
  }
  for (const json& one : all) found.targets.push_back({one["target"], one["well"], one["text"]});
  return found;
}

}  // namespace suture::campaign
