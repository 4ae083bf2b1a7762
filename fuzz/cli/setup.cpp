#include "fuzz/cli/setup.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fuzz/campaign/interpreter.h"
#include "fuzz/report/file.h"

namespace suture::cli {
namespace {

using campaign::Input;
using nlohmann::json;
using report::ExitCode;
using targets::BreakPolicy;

constexpr std::string_view kTests = "cpython-tests";

Refusal wrongUse(std::string message) { return {ExitCode::kUsage, std::move(message)}; }

std::optional<Refusal> checkFault(const std::string& fault) {
  if (fault.empty()) return std::nullopt;
  const json faults =
      campaign::askInterpreter([](driver::Driver&) { return targets::coreFaults(); });
  if (faults.is_object()) return Refusal{ExitCode::kBroken, faults.value("broken", "no answer")};
  std::string known;
  for (const json& one : faults) {
    if (one["id"] == fault) return std::nullopt;
    known += " " + one["id"].get<std::string>();
  }
  return wrongUse(known.empty() ? "--fault: this build has no planted faults"
                                : fmt::format("--fault {}: unknown; there are{}", fault, known));
}

// Without inputs: generated programs, shared by the workers.
std::variant<std::vector<Input>, Refusal> shares(const RunOptions& options) {
  if (!options.seconds && !options.programs) {
    return wrongUse(
        "generated programs never end: give --seconds N or --programs N, or name inputs");
  }
  std::vector<Input> inputs;
  for (int share = 0; share < options.jobs; ++share) {
    inputs.push_back({Input::Kind::kShare, std::to_string(share), "generated", "generated"});
  }
  return inputs;
}

std::variant<std::vector<Input>, Refusal> findInputs(const RunOptions& options) {
  std::vector<std::string> modules;
  const bool wantsTests = std::ranges::find(options.inputs, kTests) != options.inputs.end();
  if (!options.modules.empty()) {
    if (!wantsTests) return wrongUse("--modules FILE goes with the input cpython-tests");
    auto names = campaign::readModuleList(options.modules);
    if (!names) return wrongUse(options.modules + ": cannot be read");
    modules = std::move(*names);
  } else if (wantsTests) {
    const json all =
        campaign::askInterpreter([](driver::Driver& driver) { return driver.testModules(); });
    if (all.is_object()) return Refusal{ExitCode::kBroken, all.value("broken", "no answer")};
    modules = all.get<std::vector<std::string>>();
  }
  if (options.inputs.empty()) return shares(options);
  if (options.programs && !options.alsoGenerated)
    return wrongUse("--programs is for generated programs, without inputs");
  campaign::Inputs inputs = campaign::expandInputs(options.inputs, modules);
  if (inputs.error) return wrongUse(*inputs.error);
  if (!options.alsoGenerated) return std::move(inputs.list);
  auto all = shares(options);
  if (auto* list = std::get_if<std::vector<Input>>(&all)) {
    list->insert(list->end(), inputs.list.begin(), inputs.list.end());
  }
  return all;
}

std::optional<Refusal> checkReports(const RunOptions& options) {
  for (const std::string& path : {options.json, options.junit}) {
    if (path.empty()) continue;
    if (auto problem = report::cannotHold(path)) return wrongUse(*problem);
  }
  return std::nullopt;
}

}  // namespace

std::variant<Prepared, Refusal> prepare(const RunOptions& options) {
  const targets::TargetRow* target = targets::find(options.target);
  if (target == nullptr) {
    return wrongUse(fmt::format(
        "--target {}: unknown: takes one of suture targets, or module:attribute", options.target));
  }
  const bool isToldWhere = targets::takesStops(*target);
  const std::string usual = isToldWhere ? options.usualBreaks : "none";
  const auto breaks = BreakPolicy::parse(options.breaks.empty() ? usual : options.breaks);
  if (!breaks) {
    return wrongUse(
        fmt::format("--breaks {}: takes none, everywhere, random[:P] with P in (0, 1], "
                    "before:KIND,KIND,… of operations, or byte offsets K,K,…",
                    options.breaks));
  }
  if (!isToldWhere && breaks->kind != BreakPolicy::Kind::kNone) {
    return wrongUse(fmt::format("--target {} cannot be told where to stop: --breaks takes none",
                                options.target));
  }
  if (!options.fault.empty() && target->kind != targets::Kind::kCore) {
    return wrongUse("--fault goes with --target core");
  }
  const auto oracles = options.oracles.empty() ? std::optional(batch::Oracles::all())
                                               : batch::Oracles::parse(options.oracles);
  if (!oracles) {
    return wrongUse(
        fmt::format("--oracles {}: takes some of {}", options.oracles, batch::Oracles::names()));
  }
  if (auto refusal = checkReports(options)) return *refusal;
  auto inputs = findInputs(options);
  if (const Refusal* refusal = std::get_if<Refusal>(&inputs)) return *refusal;
  auto& list = std::get<std::vector<Input>>(inputs);
  const auto isTest = [](const Input& input) { return input.kind == Input::Kind::kTestModule; };
  if (breaks->kind == BreakPolicy::Kind::kAt && std::ranges::any_of(list, isTest)) {
    return wrongUse("--breaks with byte offsets are of a program's run(), not of test methods");
  }
  const auto isMarked = [](const Input& input) {
    return input.kind != Input::Kind::kProgram && input.kind != Input::Kind::kTestModule;
  };
  if (!isToldWhere && !std::ranges::all_of(list, isMarked)) {
    return wrongUse(fmt::format("--target {} takes programs that mark functions with @lab.compiled",
                                options.target));
  }
  if (auto refusal = checkFault(options.fault)) return *refusal;
  Prepared prepared;
  prepared.inputs = std::move(list);
  prepared.asked = {.target = options.target,
                    .breaks = *breaks,
                    .scope = options.scope,
                    .fault = options.fault,
                    .oracles = options.oracles,
                    .seed = options.seed,
                    .timeout = options.timeout,
                    .memory = options.memory,
                    .driftCalls = options.driftCalls};
  campaign::RunSettings& settings = prepared.orders.settings;
  settings.target = target;
  settings.targetOptions.fault = options.fault;
  settings.targetOptions.folder = std::filesystem::current_path().string();
  settings.limits.time = std::chrono::milliseconds(static_cast<int>(options.timeout * 1000));
  settings.limits.memoryBytes = options.memory << 20;
  settings.driftCalls = options.driftCalls;
  if (options.scope == "file") settings.scope = campaign::Scope::kFile;
  if (options.scope == "all") settings.scope = campaign::Scope::kAll;
  prepared.orders.oracles = *oracles;
  prepared.orders.shards = static_cast<std::uint64_t>(options.jobs);
  prepared.orders.programs = options.programs;
  prepared.orders.breaks = *breaks;
  prepared.orders.seed = options.seed;
  return prepared;
}

}  // namespace suture::cli
