#include "fuzz/campaign/runner.h"

#include <Python.h>

#include <filesystem>

namespace suture::campaign {
namespace {

using nlohmann::json;
using oracle::Observation;
using std::chrono::milliseconds;

// How much slower than plain a stopped run may be before it counts as hanging.
constexpr int kSlowdown = 40;

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

milliseconds longestJudgement(const Limits& limits) {
  return limits.time + 3 * (1 + kSlowdown) * limits.time;
}

std::variant<std::vector<CaseInfo>, std::string> CaseRunner::load(const Input& input) {
  const bool program = input.kind == Input::Kind::kProgram;
  scope_ = settings_.scope.value_or(program ? Scope::kAll : Scope::kFile);
  py::Result<json> loaded = driver_.load(program ? "program" : "test module", input.what);
  if (!loaded) return driver::inOneLine(std::move(loaded).error());
  if (const auto why = loaded->find("unloadable"); why != loaded->end()) {
    return why->get<std::string>();
  }
  std::vector<CaseInfo> cases;
  for (const json& one : (*loaded)["cases"]) cases.push_back({one["name"], one["line"]});
  return cases;
}

Observation CaseRunner::plain(size_t index, bool shaken) {
  return run({.index = index,
              .target = targets::find("eager"),
              .driftCalls = settings_.driftCalls,
              .time = settings_.limits.time,
              .shaken = shaken});
}

JudgedCase CaseRunner::judge(size_t index, const Observation& plain,
                             const targets::BreakPolicy& policy) {
  const auto inProportion =
      settings_.limits.time + milliseconds(static_cast<int>(plain.seconds * 1000)) * kSlowdown;
  const RunPlan stopped = {.index = index,
                           .target = settings_.target,
                           .policy = policy,
                           .driftCalls = plain.driftCalls,
                           .time = settings_.targetTime.value_or(inProportion)};
  const RunPlan again = {.index = index,
                         .target = targets::find("eager"),
                         .driftCalls = plain.driftCalls,
                         .time = inProportion,
                         .shaken = true};
  Observation seen = run(stopped);
  const oracle::MoreRuns more = {.plainAgain = [&] { return run(again); },
                                 .stoppedAgain = [&] { return run(stopped); }};
  oracle::Judgement judgement = oracle::judge(plain, seen, more);
  return {std::move(judgement), std::move(seen)};
}

Observation CaseRunner::run(const RunPlan& plan) {
  std::error_code ignored;
  const std::filesystem::path folder = std::filesystem::path(settings_.folder) / "case";
  std::filesystem::remove_all(folder, ignored);
  std::filesystem::create_directories(folder, ignored);
  Limits limits = settings_.limits;
  limits.time = plan.time;
  PyOS_BeforeFork();
  const ChildEnd end = runInChild(limits, [&] {
    PyOS_AfterFork_Child();
    py::Result<json> seen = inChild(plan);
    return dumped(seen ? *std::move(seen)
                       : json{{"broken", driver::inOneLine(std::move(seen).error())}});
  });
  PyOS_AfterFork_Parent();
  if (!end.report) return Observation::ofEnding(end.ending, end.out, end.err);
  const json report = json::parse(*end.report, nullptr, false);
  if (report.is_discarded()) return Observation::ofEnding("cut report", end.out, end.err);
  if (const auto why = report.find("broken"); why != report.end()) {
    broken_ = Broken{why->get<std::string>()};
  }
  return Observation::ofReport(report, end.out, end.err);
}

py::Result<json> CaseRunner::inChild(const RunPlan& plan) {
  const std::string folder = settings_.folder + "/case";
  if (auto ready = driver_.prepare(folder, plan.shaken); !ready) return std::move(ready).error();
  auto target = targets::open(*plan.target, settings_.targetOptions, driver_);
  if (!target) return std::move(target).error();
  auto function = driver_.caseFunction(plan.index);
  if (!function) return std::move(function).error();
  auto files = driver_.caseFiles(plan.index);
  if (!files) return std::move(files).error();
  const py::Borrowed<> only = scope_ == Scope::kFile ? files->get() : nullptr;
  auto compiled = (*target)->compile(*function, plan.policy, only);
  if (!compiled) return std::move(compiled).error();
  auto counters = (*target)->counters();
  if (!counters) return std::move(counters).error();
  py::Result<json> seen = driver_.observe(plan.index, *compiled, plan.driftCalls, *counters);
  if (seen) return seen;
  // The case left its process in no state to say even this much: a fact about the case.
  return json{{"ending", "cannot be described: " + driver::inOneLine(std::move(seen).error())}};
}

}  // namespace suture::campaign
