#include "fuzz/report/totals.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>

#include "core/py/check.h"
#include "fuzz/oracle/signature.h"
#include "fuzz/report/gates.h"
#include "fuzz/targets/target.h"

namespace suture::report {
namespace {

using oracle::Verdict;
using targets::BreakPolicy;

constexpr size_t kKeptSightings = 5;
constexpr std::uint64_t Counts::* kCounts[] = {
    &Counts::runs,       &Counts::same,    &Counts::differs, &Counts::tolerated, &Counts::discarded,
    &Counts::cannotTell, &Counts::skipped, &Counts::stops,   &Counts::frames};
static_assert(sizeof kCounts / sizeof *kCounts == sizeof(Counts) / sizeof(std::uint64_t));
constexpr double kMostDiscarded = 0.05;
constexpr double kMostCannotTell = 0.005;

// The case without folders: a signature is the same on every machine.
std::string site(const CaseRecord& record) {
  return record.test.empty() ? std::filesystem::path(record.input).stem().string() : record.name();
}

}  // namespace

void Counts::add(const Counts& other) {
  for (const auto member : kCounts) this->*member += other.*member;
}

Counts Counts::since(const Counts& before) const {
  Counts made = *this;
  for (const auto member : kCounts) made.*member -= before.*member;
  return made;
}

std::optional<std::string> Totals::add(const CaseRecord& record) {
  const std::string name = record.name();
  CaseSummary& summary = cases_[name];
  const oracle::Judgement& judgement = record.judgement;
  ++counts_.runs;
  ++summary.runs;
  summary.seconds += record.seconds;
  summary.skipped = record.skipped;
  counts_.stops += record.stops;
  if (!record.skipped && judgement.verdict != Verdict::kDiscarded) {
    stopsOf_[record.input] += record.stops;
  }
  counts_.frames += record.frames;
  switch (judgement.verdict) {
    case Verdict::kSame:
      ++counts_.same;
      counts_.skipped += record.skipped ? 1 : 0;
      tolerated_.note(name, false);
      return std::nullopt;
    case Verdict::kDiscarded:
      ++counts_.discarded;
      summary.discarded = judgement.reason;
      unclear_[name] = "discarded: " + judgement.reason;
      return std::nullopt;
    case Verdict::kCannotTell:
      ++counts_.cannotTell;
      summary.cannotTell = judgement.reason;
      unclear_[name] = "cannot tell: " + judgement.reason;
      return std::nullopt;
    case Verdict::kDiffers:
      break;
  }
  ++counts_.differs;
  const bool forgiven = tolerated_.find(name, *judgement.difference) != nullptr;
  tolerated_.note(name, forgiven);
  if (forgiven) {
    ++counts_.tolerated;
    return std::nullopt;
  }
  std::string signature = record.signature.empty()
                              ? oracle::signature(*judgement.difference, site(record))
                              : record.signature;
  const std::string reproduce = reproduceLine(asked_, record);
  auto known = std::ranges::find(findings_, signature, &Finding::signature);
  const auto index = static_cast<size_t>(known - findings_.begin());
  if (std::ranges::find(summary.findings, index) == summary.findings.end()) {
    summary.findings.push_back(index);
  }
  if (known == findings_.end()) {
    findings_.push_back({.signature = signature,
                         .record = record,
                         .reproduce = reproduce,
                         .seenBy = {record.seenBy.begin(), record.seenBy.end()}});
    return signature;
  }
  ++known->sightings;
  known->seenBy.insert(record.seenBy.begin(), record.seenBy.end());
  if (known->further.size() < kKeptSightings) known->further.push_back(reproduce);
  return signature;
}

void Totals::addBefore(const Counts& counts, const ProgramCounts& programs,
                       std::vector<Finding> findings) {
  counts_.add(counts);
  programs_.add(programs);
  findings_ = std::move(findings);
}

void Totals::setKnown(const std::string& signature) {
  const auto found = std::ranges::find(findings_, signature, &Finding::signature);
  SUTURE_CHECK(found != findings_.end(), "a finding that is known was seen");
  found->isKnown = true;
}

void Totals::setBaseline(const std::map<std::string, std::string>& issues) {
  unseen_.clear();
  for (const auto& [signature, issue] : issues) {
    const auto found = std::ranges::find(findings_, signature, &Finding::signature);
    if (found == findings_.end()) {
      unseen_.push_back(signature);
      continue;
    }
    found->isKnown = true;
    found->issue = issue;
  }
}

std::size_t Totals::knownFindings() const {
  return static_cast<std::size_t>(std::ranges::count(findings_, true, &Finding::isKnown));
}

void Totals::addPrograms(const ProgramCounts& counts) {
  programs_.add(counts);
  counts_.runs += counts.same;
  counts_.same += counts.same;
  counts_.stops += counts.stops;
  counts_.frames += counts.frames;
}

void Totals::setStored(const std::string& signature, const std::string& path, std::string reduced) {
  const auto found = std::ranges::find(findings_, signature, &Finding::signature);
  SUTURE_CHECK(found != findings_.end(), "a finding that is stored is known");
  found->record.input = path;
  found->record.reduced = std::move(reduced);
  found->reproduce = reproduceLine(asked_, found->record);
}

void Totals::setPart(const std::string& signature, const std::string& shown) {
  const auto found = std::ranges::find(findings_, signature, &Finding::signature);
  SUTURE_CHECK(found != findings_.end(), "a finding that has a part is known");
  const bool isAnother =
      shown != signature && std::ranges::count(findings_, shown, &Finding::signature) > 0;
  found->partOf = isAnother ? shown : "";
}

void Totals::addUnloadable(const std::string& input, const std::string& why) {
  unloadable_[input] = why;
  ++counts_.discarded;
}

bool Totals::vacuous() const {
  if (!targets::takesStops(*targets::find(asked_.target))) return counts_.frames == 0;
  // A compiler of the user's own does not tell how often it stopped.
  return targets::find(asked_.target)->kind != targets::Kind::kModule &&
         asked_.breaks.kind != BreakPolicy::Kind::kNone && counts_.stops == 0;
}

std::vector<std::string> Totals::missedGates() const {
  std::vector<std::string> missed;
  const auto share = [&](std::uint64_t part, double most, std::string_view verdict) {
    const auto whole =
        static_cast<double>(std::max<std::uint64_t>(1, counts_.runs + unloadable_.size()));
    if (static_cast<double>(part) / whole <= most) return;
    missed.push_back(fmt::format("{:.1f} % of the runs are \"{}\", more than {:g} %",
                                 100 * static_cast<double>(part) / whole, verdict, 100 * most));
  };
  share(counts_.discarded, kMostDiscarded, "discarded");
  share(counts_.cannotTell, kMostCannotTell, "cannot tell");
  if (programs_.programs > 0) {
    for (std::string& gate : missedBy(programs_)) missed.push_back(std::move(gate));
  }
  if (asked_.breaks.kind == BreakPolicy::Kind::kEverywhere) {
    for (const auto& [input, stops] : stopsOf_) {
      if (stops == 0) missed.push_back(fmt::format("no frame of {} was stopped", input));
    }
  }
  for (const std::string& signature : unseen_) {
    if (complete_) missed.push_back(fmt::format("the baseline's \"{}\" was not seen", signature));
  }
  if (complete_ && asked_.breaks.kind == BreakPolicy::Kind::kEverywhere) {
    for (std::string_view pattern : tolerated_.rotten()) {
      missed.push_back(fmt::format("the tolerated row \"{}\" has rotted: no difference", pattern));
    }
  }
  return missed;
}

ExitCode Totals::exitCode() const {
  if (interrupted_) return ExitCode::kInterrupted;
  if (!broken_.empty()) return ExitCode::kBroken;
  if (knownFindings() < findings_.size()) return ExitCode::kFinding;
  if (counts_.same + counts_.differs + counts_.cannotTell == 0 || vacuous()) {
    return ExitCode::kNothingRan;
  }
  return missedGates().empty() ? ExitCode::kClean : ExitCode::kGateMissed;
}

std::string Totals::verdictLine() const {
  const std::size_t known = knownFindings();
  const std::size_t newOnes = findings_.size() - known;
  const std::string andKnown = known == 0 ? "" : fmt::format(", {} known", known);
  switch (exitCode()) {
    case ExitCode::kClean:
      return "clean: no new finding" + andKnown;
    case ExitCode::kFinding:
      return fmt::format("{} new finding{}{}", newOnes, newOnes == 1 ? "" : "s", andKnown);
    case ExitCode::kUsage:
      return "wrong use";
    case ExitCode::kBroken:
      return "the harness or the build is broken: " + broken_;
    case ExitCode::kGateMissed:
      return fmt::format("gate missed: {}", fmt::join(missedGates(), "; "));
    case ExitCode::kNothingRan:
      if (counts_.runs > counts_.discarded && vacuous()) {
        return asked_.breaks.kind == BreakPolicy::Kind::kNone
                   ? "nothing was tested: no frame was compiled"
                   : "nothing was tested: no frame was stopped";
      }
      return std::string("nothing was tested: no case could be compared") +
             (counts_.discarded == 0 ? ": there was no program, or no time for one" : "");
    case ExitCode::kInterrupted:
      return "interrupted: what was seen until then is above";
  }
  SUTURE_CHECK(false, "an exit code is one of the seven");
}

}  // namespace suture::report
