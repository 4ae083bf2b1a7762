// One loaded input and its cases: every run in a fresh child of this process, then the verdict.
//
//   CaseRunner runner(driver, settings);
//   auto loaded = runner.load(input);                    // its cases, or why it has none
//   oracle::Observation plain = runner.plain(0);         // of the first of them
//   JudgedCase judged = runner.judge(0, plain, policy);
//   if (runner.broken()) …                               // what was seen says nothing
//
// What holds: the input is imported once, here; no case runs in this process; a plain run never
// loads the target. Needs the interpreter (interpreter.h), a folder of its own, and is the only
// runner of its driver as long as it lives.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/py/runs_python.h"
#include "fuzz/campaign/input.h"
#include "fuzz/campaign/process.h"
#include "fuzz/driver/driver.h"
#include "fuzz/oracle/verdict.h"
#include "fuzz/targets/target.h"

namespace suture::campaign {

/// Whose functions are stopped: those of the case's own files, or all that are called.
enum class Scope { kFile, kAll };

struct RunSettings {
  const targets::TargetRow* target = nullptr;
  targets::TargetOptions targetOptions = {};
  /// Calls a window for reference drift; empty: a few, where the case is quick.
  std::optional<std::uint64_t> driftCalls = {};
  Limits limits = {};  ///< of plain runs; the target gets more time in proportion
  std::optional<std::chrono::milliseconds> targetTime = {};  ///< instead of that, exactly this
  std::optional<Scope> scope = {};  ///< default: all for programs, file for test methods
  std::string folder = {};          ///< for the current folder of cases; exists, exclusively ours
};

struct CaseInfo {
  std::string name;
  int line = 1;
};

/// A run that says nothing of the case because our own part of it failed.
struct Broken {
  std::string why;
};

struct JudgedCase {
  oracle::Judgement judgement;
  oracle::Observation stopped;
};

/// No case is judged for longer: one plain run and three in the target's time.
std::chrono::milliseconds longestJudgement(const Limits& limits);

class CaseRunner {
 public:
  CaseRunner(driver::Driver& driver, RunSettings settings)
      : settings_(std::move(settings)), driver_(driver) {}

  /// Imports the input; its cases, or why it has none.
  std::variant<std::vector<CaseInfo>, std::string> load(const Input& input) SUTURE_RUNS_PYTHON;

  oracle::Observation plain(size_t index, bool shaken = false) SUTURE_RUNS_PYTHON;
  JudgedCase judge(size_t index, const oracle::Observation& plain,
                   const targets::BreakPolicy& policy) SUTURE_RUNS_PYTHON;

  /// Set when a run failed through no fault of the case or the target's callable.
  const std::optional<Broken>& broken() const { return broken_; }

 private:
  struct RunPlan {
    size_t index = 0;
    const targets::TargetRow* target = nullptr;
    targets::BreakPolicy policy = {};
    std::optional<std::uint64_t> driftCalls = {};
    std::chrono::milliseconds time = {};
    bool shaken = false;
  };
  oracle::Observation run(const RunPlan& plan) SUTURE_RUNS_PYTHON;
  py::Result<nlohmann::json> inChild(const RunPlan& plan) SUTURE_RUNS_PYTHON;

  RunSettings settings_;
  Scope scope_ = Scope::kAll;
  driver::Driver& driver_;
  std::optional<Broken> broken_;
};

}  // namespace suture::campaign
