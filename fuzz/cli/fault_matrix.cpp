#include "fuzz/cli/fault_matrix.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>

#include "fuzz/campaign/campaign.h"
#include "fuzz/campaign/interpreter.h"
#include "fuzz/campaign/reduce_finding.h"
#include "fuzz/cli/setup.h"
#include "fuzz/cli/work_folder.h"
#include "fuzz/il/text.h"
#include "fuzz/report/file.h"

namespace suture::cli {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;
using report::Finding;

// What a program made small has at most: it is read at a glance.
constexpr std::size_t kMostStatements = 12;
constexpr std::size_t kMostLines = 25;

double since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

bool isSeenBy(const report::Totals& totals, const std::string& oracle) {
  return std::ranges::any_of(
      totals.findings(), [&](const Finding& finding) { return finding.seenBy.contains(oracle); });
}

// Whether the line that a report would print shows the finding again.
bool reproduces(const std::string& line) {
  std::error_code error;
  const std::string self = std::filesystem::read_symlink("/proc/self/exe", error).string();
  const std::string command =
      report::shellWord(self) + line.substr(line.find(' ')) + " >/dev/null 2>&1";
  const int status = std::system(command.c_str());
  return WIFEXITED(status) && WEXITSTATUS(status) == static_cast<int>(report::ExitCode::kFinding);
}

SmallProgram madeSmall(const campaign::WorkerOrders& orders, report::Totals& totals,
                       const PlantedFault& fault, const MatrixOptions& options) {
  const auto most = std::ranges::max_element(totals.findings(), {}, &Finding::sightings);
  const std::string signature = most->signature;
  const auto start = Clock::now();
  const auto made = campaign::reduceFinding(
      orders, most->record,
      std::chrono::milliseconds(static_cast<int>(options.reduceSeconds * 1000)));
  SmallProgram small;
  small.seconds = since(start);
  const std::string text = made ? made->text : most->record.source;
  small.statements = il::parse(text).statements().size();
  small.lines = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  std::error_code error;
  std::filesystem::create_directories(options.folder, error);
  const std::string path = options.folder + "/" + fault.id + ".py";
  if (report::writeWhole(path, text)) return small;
  totals.setStored(signature, path, text);
  small.line = std::ranges::find(totals.findings(), signature, &Finding::signature)->reproduce;
  small.reproduces = reproduces(small.line);
  return small;
}

struct FirstSighting {
  campaign::WorkerOrders orders;
  report::CaseRecord record;
};

// Findings of which a part shows another are told with that one, as a campaign's report does.
void foldBuckets(Tried& tried, const std::map<std::string, FirstSighting>& firsts,
                 const MatrixOptions& options) {
  if (tried.buckets.size() < 2 || options.reduceSeconds <= 0) return;
  const std::string most =
      std::ranges::max_element(tried.buckets, {}, &decltype(tried.buckets)::value_type::second)
          ->first;
  for (const auto& [signature, first] : firsts) {
    if (signature == most) continue;
    const auto made = campaign::reduceFinding(
        first.orders, first.record,
        std::chrono::milliseconds(static_cast<int>(options.reduceSeconds * 1000)));
    const auto part = made ? tried.buckets.find(made->partShows) : tried.buckets.end();
    // Of one that was seen more often: so none stands for another that stands for it.
    if (part == tried.buckets.end() || part->second <= tried.buckets.at(signature)) continue;
    tried.partOf[signature] = made->partShows;
  }
}

std::string seconds(std::optional<double> time) {
  return time ? fmt::format("{:.1f}", *time) : "-";
}

}  // namespace

std::vector<PlantedFault> plantedFaults() {
  const json rows = campaign::askInterpreter([](driver::Driver&) { return targets::coreFaults(); });
  std::vector<PlantedFault> faults;
  if (rows.is_object()) return faults;
  for (const json& row : rows) {
    faults.push_back({row["id"], row["expected"], row["text"], row["reason"], row["subset"]});
  }
  return faults;
}

bool SmallProgram::isSmall() const { return statements <= kMostStatements && lines <= kMostLines; }

std::size_t Tried::kills() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(times, [](const auto& time) { return time.has_value(); }));
}

std::optional<double> Tried::median() const {
  auto sorted = times;  // those that did not find it come last
  const auto order = [](const auto& a, const auto& b) { return a && (!b || *a < *b); };
  std::ranges::sort(sorted, order);
  return sorted.empty() ? std::nullopt : sorted[(sorted.size() - 1) / 2];
}

std::size_t Tried::findings() const { return buckets.size() - partOf.size(); }

std::optional<double> Tried::worst() const {
  return kills() < times.size() || times.empty() ? std::nullopt : *std::ranges::max_element(times);
}

Tried tryFault(const PlantedFault& fault, const MatrixOptions& options) {
  Tried tried;
  tried.fault = fault;
  const WorkFolder folder;
  std::map<std::string, FirstSighting> firsts;  // by signature
  for (int seed = 1; seed <= options.seeds; ++seed) {
    RunOptions run;
    run.fault = fault.id;
    // A number of programs is the same on every machine; it is not a matter of time then.
    run.programs = options.programs;
    if (!options.programs) run.seconds = options.seconds;
    run.seed = static_cast<std::uint64_t>(seed);
    auto prepared = prepare(run);
    if (const Refusal* refusal = std::get_if<Refusal>(&prepared)) {
      tried.broken = refusal->message;
      return tried;
    }
    const auto& [orders, asked, inputs] = std::get<Prepared>(prepared);
    report::Totals totals(asked, {oracle::toleratedRows(), SUTURE_PYTHON_VERSION});
    std::optional<double> found;
    const auto start = Clock::now();
    const auto isEnough = [&](const report::Totals& now) {
      if (now.findings().empty()) return false;
      if (!found) found = since(start);
      if (seed > 1 || fault.isControl()) return true;
      return options.untilKilled && isSeenBy(now, fault.expected);
    };
    campaign::Campaign running(
        orders, {.jobs = 1, .seconds = run.seconds, .folder = folder.path(), .isEnough = isEnough});
    running.run(inputs, totals, [](const campaign::Progress&) {});
    tried.times.push_back(found);
    for (const Finding& finding : totals.findings()) {
      tried.seenBy.insert(finding.seenBy.begin(), finding.seenBy.end());
      tried.buckets[finding.signature] += finding.sightings;
      firsts.try_emplace(finding.signature, FirstSighting{orders, finding.record});
    }
    if (!totals.broken().empty() || totals.exitCode() == report::ExitCode::kInterrupted) {
      tried.broken = totals.broken().empty() ? "interrupted" : totals.broken();
      return tried;
    }
    const bool isTried = !tried.small && found && !fault.isControl() && options.reduceSeconds > 0;
    if (isTried) tried.small = madeSmall(orders, totals, fault, options);
  }
  foldBuckets(tried, firsts, options);
  return tried;
}

std::map<std::string, std::string> Matrix::onlyKillers() const {
  std::map<std::string, std::string> only;
  for (const Tried& one : tried) {
    if (one.seenBy.size() == 1) only.emplace(*one.seenBy.begin(), one.fault.id);
  }
  return only;
}

std::vector<std::string> Matrix::missedGates() const {
  std::vector<std::string> missed;
  for (const Tried& one : tried) {
    const std::string& id = one.fault.id;
    if (!one.broken.empty()) {
      missed.push_back(id + " could not be tried: " + one.broken);
    } else if (one.fault.isControl()) {
      if (one.kills() > 0) missed.push_back(id + " breaks nothing and was seen");
    } else if (!one.median()) {
      missed.push_back(options.programs
                           ? fmt::format("{} survives {} programs", id, *options.programs)
                           : fmt::format("{} survives {:g} seconds", id, options.seconds));
    } else if (!one.seenBy.contains(one.fault.expected)) {
      missed.push_back(fmt::format("{} is not seen by {}", id, one.fault.expected));
    } else if (one.findings() > 1) {
      missed.push_back(fmt::format("{} is told as {} findings", id, one.findings()));
    } else if (one.small && !one.small->reproduces) {
      missed.push_back(id + " is not seen again with the line printed");
    } else if (one.small && !one.small->isSmall()) {
      missed.push_back(fmt::format("the program of {} has {} statements in {} lines, not {} in {}",
                                   id, one.small->statements, one.small->lines, kMostStatements,
                                   kMostLines));
    }
  }
  if (!isWhole) return missed;
  std::set<std::string> buckets;
  std::size_t seen = 0;
  for (const Tried& one : tried) {
    seen += one.buckets.empty() ? 0 : 1;
    for (const auto& [signature, sightings] : one.buckets) buckets.insert(signature);
  }
  if (buckets.size() * 2 < seen) {
    missed.push_back(
        fmt::format("{} faults are told as no more than {} findings", seen, buckets.size()));
  }
  const auto only = onlyKillers();
  for (const char* oracle : {"O1", "O2", "O6", "O7", "O8"}) {
    if (!only.contains(oracle)) {
      missed.push_back(fmt::format("{} is nowhere the only one to see a fault", oracle));
    }
  }
  return missed;
}

json Matrix::toJson() const {
  json rows = json::array();
  for (const Tried& one : tried) {
    json times = json::array();
    for (const auto& time : one.times) times.push_back(time ? json(*time) : json());
    json row = {{"id", one.fault.id},
                {"expected", one.fault.expected},
                {"text", one.fault.text},
                {"seconds to kill", times},
                {"seen by", one.seenBy},
                {"buckets", one.buckets},
                {"part of", one.partOf},
                {"kills", one.kills()},
                {"median", one.median() ? json(*one.median()) : json()},
                {"broken", one.broken}};
    if (one.small) {
      row["small"] = {{"statements", one.small->statements},
                      {"lines", one.small->lines},
                      {"seconds", one.small->seconds},
                      {"reproduces", one.small->reproduces},
                      {"reproduce", one.small->line}};
    }
    rows.push_back(std::move(row));
  }
  return {{"seconds", options.seconds},
          {"seeds", options.seeds},
          {"faults", rows},
          {"only killers", onlyKillers()},
          {"gates missed", missedGates()}};
}

std::string Matrix::text() const {
  std::string page =
      fmt::format("{:<5} {:<8} {:<18} {:>5} {:>7} {:>6} {:>8} {:>10} {:>6}\n", "fault", "expected",
                  "seen by", "kills", "median", "worst", "buckets", "statements", "lines");
  for (const Tried& one : tried) {
    page += fmt::format("{:<5} {:<8} {:<18} {:>5} {:>7} {:>6} {:>8} {:>10} {:>6}\n", one.fault.id,
                        one.fault.expected, fmt::format("{}", fmt::join(one.seenBy, ",")),
                        fmt::format("{}/{}", one.kills(), one.times.size()), seconds(one.median()),
                        seconds(one.worst()), one.findings(),
                        one.small ? fmt::format("{}", one.small->statements) : "-",
                        one.small ? fmt::format("{}", one.small->lines) : "-");
  }
  for (const Tried& one : tried) {
    if (one.small) page += fmt::format("{:<5} {}\n", one.fault.id, one.small->line);
    if (one.buckets.size() < 2) continue;
    for (const auto& [signature, sightings] : one.buckets) {
      const auto part = one.partOf.find(signature);
      page +=
          fmt::format("{:<5} told {} times as {}{}\n", one.fault.id, sightings, signature,
                      part == one.partOf.end() ? "" : ", of which a part shows " + part->second);
    }
  }
  for (const auto& [oracle, fault] : onlyKillers()) {
    page += fmt::format("{} is the only one to see {}\n", oracle, fault);
  }
  return page;
}

}  // namespace suture::cli
