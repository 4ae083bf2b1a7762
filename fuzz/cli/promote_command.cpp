#include "fuzz/cli/promote_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "fuzz/campaign/interpreter.h"
#include "fuzz/cli/findings.h"
#include "fuzz/cli/one_case.h"
#include "fuzz/cli/options.h"
#include "fuzz/cli/work_folder.h"
#include "fuzz/report/file.h"
#include "fuzz/report/regression_note.h"
#include "fuzz/targets/target.h"

namespace suture::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using report::CaseRecord;
using report::ExitCode;

constexpr std::size_t kWidth = 110;
constexpr std::size_t kMostLines = 3;
constexpr std::size_t kLongestName = 40;
constexpr const char* kFooter =
    R"(Takes the options of the finding's reproduce line. The case is a folder NNNN-name with

  program.py   the program
  expect.txt   what eager gives: read it, it must be right and not just be what came out
  note.md      status, signature, the run that shows the difference, the cause

"open" is a case that fails: the change that mends it sets "fixed". Both are strict: an open case that
passes fails the build until it is marked, a fixed one that fails again is a regression. A difference
that only a planted fault shows (--fault) is "fixed" from the start.

  ctest --test-dir <build> -R regressions)";

Refusal wrongUse(std::string message) { return {ExitCode::kUsage, std::move(message)}; }

// Words in at most three lines; nullopt when they are more, or none.
std::optional<std::string> inThreeLines(const std::string& text) {
  std::vector<std::string> lines(1);
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (!lines.back().empty() && lines.back().size() + 1 + word.size() > kWidth)
      lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : " ") + word;
  }
  if (lines.front().empty() || lines.size() > kMostLines) return std::nullopt;
  std::string all;
  for (const std::string& line : lines) all += line + "\n";
  return all;
}

// What a planted fault breaks, as its table says.
std::string textOfFault(const std::string& fault) {
  const json faults =
      campaign::askInterpreter([](driver::Driver&) { return targets::coreFaults(); });
  for (const json& one : faults) {
    if (one.at("id") == fault) return fmt::format("Planted fault {}: {}.", fault, one.at("text"));
  }
  return {};
}

std::variant<std::string, Refusal> causeOf(const PromoteOptions& options) {
  std::string cause = options.cause;
  if (cause.empty() && !options.run.fault.empty()) cause = textOfFault(options.run.fault);
  const auto lines = inThreeLines(cause);
  if (lines) return *lines;
  return wrongUse(cause.empty() ? "--cause TEXT says why it happens; the next reader has only that"
                                : fmt::format("--cause takes at most {} lines of {} characters",
                                              kMostLines, kWidth));
}

std::string contentOf(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::variant<std::string, Refusal> expectationOf(const std::string& path) {
  const json answer = campaign::askInterpreter([&](driver::Driver&) -> py::Result<json> {
    PyObject* folders = PySys_GetObject("path");
    const py::Ref<> folder = py::Ref<>::steal(PyUnicode_FromString(SUTURE_SOURCE "/regressions"));
    if (!folder || PyList_Insert(folders, 0, folder.get()) < 0) return py::Error::take();
    auto observe = py::take(PyImport_ImportModule("observe"));
    if (!observe) return std::move(observe).error();
    auto text =
        py::take(PyObject_CallMethod(observe->get(), "observe", "ss", path.c_str(), "plain"));
    if (!text) return std::move(text).error();
    const char* bytes = PyUnicode_AsUTF8(text->get());
    if (bytes == nullptr) return py::Error::take();
    return json{{"text", bytes}};
  });
  if (const auto text = answer.find("text"); text != answer.end()) return text->get<std::string>();
  return Refusal{ExitCode::kBroken, "what eager gives: " + answer.value("broken", "no answer")};
}

// How the runner does it again.
std::string runOf(const CaseRecord& record, const report::Asked& asked) {
  if (!record.variant.empty()) return record.variant;
  // A program that ended its process did not say in which of its runs.
  if (!record.source.empty()) return {};
  const bool isRandom = asked.breaks.kind == targets::BreakPolicy::Kind::kRandom;
  return fmt::format("stops {}{}", asked.breaks.text(),
                     isRandom ? fmt::format(" seed {}", record.seed) : "");
}

int nextNumber(const fs::path& cases) {
  int last = 0;
  for (const auto& entry : fs::directory_iterator(cases)) {
    const std::string name = entry.path().filename().string();
    int number = 0;
    std::from_chars(name.data(), name.data() + name.size(), number);
    last = std::max(last, number);
  }
  return last + 1;
}

// The folder of the case, whole or absent; or why it could not be written.
std::variant<fs::path, Refusal> written(
    const fs::path& cases, const std::string& name,
    const std::vector<std::pair<std::string, std::string>>& files) {
  const fs::path part = cases / fmt::format(".part-{}", getpid());
  std::error_code error;
  fs::create_directory(part, error);
  for (const auto& [file, content] : files) {
    if (auto problem = report::writeWhole((part / file).string(), content)) {
      fs::remove_all(part, error);
      return Refusal{ExitCode::kBroken, *problem};
    }
  }
  fs::path folder = cases / fmt::format("{:04}-{}", nextNumber(cases), name);
  fs::rename(part, folder, error);
  if (!error) return folder;
  const std::string why = error.message();
  fs::remove_all(part, error);
  return Refusal{ExitCode::kBroken, folder.string() + ": cannot be written: " + why};
}

std::variant<fs::path, Refusal> promoted(const PromoteOptions& options) {
  if (options.run.target != "core") return wrongUse("takes --target core: its cases are replayed");
  std::error_code none;
  if (!fs::is_directory(options.cases, none)) return wrongUse(options.cases + ": no such folder");
  auto cause = causeOf(options);
  if (const Refusal* refusal = std::get_if<Refusal>(&cause)) return *refusal;
  auto judged = judgeOne(options.run);
  if (const Refusal* refusal = std::get_if<Refusal>(&judged)) return *refusal;
  const report::Totals& totals = std::get<OneCase>(judged).totals;
  if (!totals.broken().empty()) return Refusal{ExitCode::kBroken, totals.broken()};
  if (totals.findings().empty()) {
    return Refusal{ExitCode::kNothingRan, "shows no difference: there is nothing to promote"};
  }
  const report::Finding& finding = totals.findings().front();
  if (finding.record.isSequence || !finding.record.test.empty()) {
    return wrongUse(finding.record.isSequence ? "shows it only behind the programs before it"
                                              : "takes a program, not a test method");
  }
  report::RegressionNote note = {.isOpen = true,
                                 .signature = finding.signature,
                                 .run = runOf(finding.record, totals.asked()),
                                 .cause = std::get<std::string>(cause)};
  if (!options.run.fault.empty()) {
    RunOptions healthy = options.run;
    healthy.fault.clear();
    auto again = judgeOne(healthy);
    if (const Refusal* refusal = std::get_if<Refusal>(&again)) return *refusal;
    note.isOpen = !std::get<OneCase>(again).totals.findings().empty();
  }
  const std::string& source = finding.record.source;
  const std::string text = source.empty() ? contentOf(finding.record.input) : source;
  const WorkFolder folder;
  const std::string copy = folder.path() + "/program.py";
  if (auto problem = report::writeWhole(copy, text)) return Refusal{ExitCode::kBroken, *problem};
  auto expected = expectationOf(copy);
  if (const Refusal* refusal = std::get_if<Refusal>(&expected)) return *refusal;
  const std::string name =
      options.name.empty() ? fileName(finding.signature).substr(0, kLongestName) : options.name;
  return written(options.cases, name,
                 {{"program.py", text},
                  {"expect.txt", std::get<std::string>(expected)},
                  {"note.md", note.text()}});
}

}  // namespace

CLI::App& addPromoteCommand(CLI::App& app, PromoteOptions& options) {
  CLI::App& command = *app.add_subcommand(
      "promote", "A program that shows a difference becomes a case of regressions/");
  command.footer(kFooter);
  options.cases = SUTURE_SOURCE "/regressions/cases";
  addCaseOptions(command, options.run);
  addSeed(command, options.run);
  command.add_option("--cause", options.cause,
                     "Why it happens, in three lines [default: the planted fault's row]");
  command
      .add_option("--name", options.name, "Of the case, after its number [default: the signature]")
      ->check([](const std::string& name) {
        const bool isWord = !name.empty() && std::ranges::all_of(name, [](unsigned char c) {
          return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
        });
        return isWord ? std::string() : "takes lower-case letters, digits and -";
      });
  command.add_option("--cases", options.cases, "Folder of cases [default: regressions/cases]");
  addInputs(command, options.run);
  return command;
}

ExitCode promote(const PromoteOptions& options) {
  const auto came = promoted(options);
  if (const Refusal* refusal = std::get_if<Refusal>(&came)) {
    fmt::print(stderr, "suture: promote: {}\n", refusal->message);
    return refusal->code;
  }
  fmt::print("{}\nread its expect.txt: it must be right, not just be what came out\n",
             std::get<fs::path>(came).string());
  return ExitCode::kClean;
}

}  // namespace suture::cli
