#include "fuzz/cli/export_command.h"

#include <fmt/format.h>

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include "fuzz/campaign/generated.h"
#include "fuzz/campaign/interpreter.h"
#include "fuzz/cli/one_case.h"
#include "fuzz/cli/work_folder.h"
#include "fuzz/driver/sources.h"
#include "fuzz/report/file.h"
#include "fuzz/targets/target.h"

namespace suture::cli {
namespace {

using campaign::Input;
using nlohmann::json;
using report::ExitCode;
using targets::BreakPolicy;

constexpr int kOtherSeeds = 12;

std::variant<std::string, Refusal> textOf(const Input& input, std::uint64_t seed) {
  switch (input.kind) {
    case Input::Kind::kGenerated:
      return campaign::generatedProgram(seed, campaign::generatedRange(input.what)->last);
    case Input::Kind::kProgram:
    case Input::Kind::kMarked: {
      std::ifstream file(input.what);
      return std::string{std::istreambuf_iterator<char>(file), {}};
    }
    case Input::Kind::kTestModule:
    case Input::Kind::kShare:
      break;
  }
  return Refusal{ExitCode::kUsage, input.label + ": takes a program, not a test module"};
}

// The run that showed a difference; without one, the run that was asked for, all of lab.brk() breaking.
json shownBy(const report::Totals& totals) {
  const report::Asked& asked = totals.asked();
  const bool isRandom = asked.breaks.kind == BreakPolicy::Kind::kRandom;
  json shown = {{"run", fmt::format("breaks all; stops {}{}", asked.breaks.text(),
                                    isRandom ? fmt::format(" seed {}", asked.seed) : "")},
                {"locals", false},
                {"deaths", false}};
  if (totals.findings().empty()) return shown;
  const report::CaseRecord& record = totals.findings().front().record;
  if (!record.variant.empty()) shown["run"] = record.variant;
  shown["locals"] = record.judgement.difference->field == oracle::Field::kFrame;
  shown["deaths"] = record.judgement.difference->field == oracle::Field::kDeaths;
  return shown;
}

std::variant<std::string, Refusal> script(const std::string& text, const json& options) {
  const bool isTorch =
      targets::dialectOf(*targets::find(options.at("target").get<std::string>())) == "torch";
  const std::string parts(driver::source(isTorch ? "standalone_torch" : "standalone"));
  const std::string wanted = options.dump(-1, ' ', false, json::error_handler_t::replace);
  const json answer = campaign::askInterpreter([&](driver::Driver&) -> py::Result<json> {
    auto module = driver::loadDriverModule("export");
    if (!module) return std::move(module).error();
    auto made = py::take(PyObject_CallMethod(module->get(), "script_of", "sss", text.c_str(),
                                             parts.c_str(), wanted.c_str()));
    if (!made) return std::move(made).error();
    const char* bytes = PyUnicode_AsUTF8(made->get());
    if (bytes == nullptr) return py::Error::take();
    return json{{"script", bytes}};
  });
  if (const auto made = answer.find("script"); made != answer.end()) {
    return made->get<std::string>();
  }
  const std::string why = answer.value("broken", "no answer");
  return Refusal{why.starts_with("SyntaxError") ? ExitCode::kUsage : ExitCode::kBroken, why};
}

// Whether the script finds a difference, in a fresh interpreter.
bool shows(const std::string& text, bool isTorch) {
  const WorkFolder folder;
  const std::string path = folder.path() + "/script.py";
  if (report::writeWhole(path, text)) return false;
  const std::string command = fmt::format(
      "{} PYTHONPATH={}:\"$PYTHONPATH\" {} {} >{}/said 2>&1", SUTURE_PYTHON_ENVIRONMENT,
      report::shellWord(isTorch ? SUTURE_TORCH_PACKAGES : SUTURE_PYTHON_MODULES),
      report::shellWord(SUTURE_PYTHON_EXECUTABLE), report::shellWord(path), folder.path());
  const int status = std::system(command.c_str());
  std::ifstream file(folder.path() + "/said");
  const std::string said{std::istreambuf_iterator<char>(file), {}};
  return WIFEXITED(status) && WEXITSTATUS(status) == 1 && said.ends_with("---- different\n");
}

struct Exported {
  std::string text;
  std::string signature;  // of what the harness sees; empty: nothing
  bool isShown = false;
};

// Random stops hang on line numbers, which a script has others of: where the same run does not show
// what the harness saw, one stopped everywhere may, or one with other random stops.
std::vector<std::string> runsToTry(const std::string& run, const BreakPolicy& breaks) {
  std::vector<std::string> runs = {run};
  if (breaks.kind != BreakPolicy::Kind::kRandom) return runs;
  const std::string before = run.substr(0, run.find("stops "));
  runs.push_back(before + "stops everywhere");
  for (int seed = 1; seed <= kOtherSeeds; ++seed) {
    runs.push_back(
        fmt::format("{}stops random:{} seed {}", before, seed % 2 == 0 ? 0.1 : 0.4, seed));
  }
  return runs;
}

std::variant<Exported, Refusal> exported(const RunOptions& options) {
  auto prepared = prepare(options);
  if (Refusal* refusal = std::get_if<Refusal>(&prepared)) return std::move(*refusal);
  const auto& [orders, asked, inputs] = std::get<Prepared>(prepared);
  if (orders.settings.target->kind == targets::Kind::kStub) {
    return Refusal{ExitCode::kUsage, "--target " + options.target + ": is a stub of the harness"};
  }
  auto judged = judgeOne(options);
  if (Refusal* refusal = std::get_if<Refusal>(&judged)) return std::move(*refusal);
  const report::Totals& totals = std::get<OneCase>(judged).totals;
  if (!totals.broken().empty()) return Refusal{ExitCode::kBroken, totals.broken()};
  if (!totals.findings().empty() && totals.findings().front().record.isSequence) {
    return Refusal{ExitCode::kUsage, "shows it only behind the programs before it"};
  }
  auto text = textOf(inputs.front(), options.seed);
  if (Refusal* refusal = std::get_if<Refusal>(&text)) return std::move(*refusal);
  json wanted = shownBy(totals);
  wanted["target"] = options.target;
  wanted["fault"] = options.fault;
  const auto& findings = totals.findings();
  Exported first = {.text = {}, .signature = findings.empty() ? "" : findings.front().signature};
  for (const std::string& run : runsToTry(wanted.at("run"), asked.breaks)) {
    wanted["run"] = run;
    auto made = script(std::get<std::string>(text), wanted);
    if (Refusal* refusal = std::get_if<Refusal>(&made)) return std::move(*refusal);
    const auto& one = std::get<std::string>(made);
    if (first.text.empty()) first.text = one;
    if (findings.empty()) break;
    if (shows(one, targets::dialectOf(*orders.settings.target) == "torch"))
      return Exported{one, first.signature, true};
  }
  return first;
}

}  // namespace

ExitCode exportScript(const RunOptions& options) {
  const auto refuse = [](const std::string& message, ExitCode code) {
    fmt::print(stderr, "suture: export: {}\n", message);
    return code;
  };
  if (!options.output.empty()) {
    if (auto problem = report::cannotHold(options.output))
      return refuse(*problem, ExitCode::kUsage);
  }
  const auto made = exported(options);
  if (const Refusal* refusal = std::get_if<Refusal>(&made)) {
    return refuse(refusal->message, refusal->code);
  }
  const auto& [text, signature, isShown] = std::get<Exported>(made);
  if (options.output.empty()) {
    fmt::print("{}", text);
  } else if (auto problem = report::writeWhole(options.output, text)) {
    return refuse(*problem, ExitCode::kBroken);
  }
  if (signature.empty()) return ExitCode::kClean;
  fmt::print(stderr, "suture: the harness sees: {}\nsuture: the script {}\n", signature,
             isShown ? "shows a difference"
                     : "shows none: only probes that are no frames themselves see this one");
  return isShown ? ExitCode::kClean : ExitCode::kGateMissed;
}

}  // namespace suture::cli
