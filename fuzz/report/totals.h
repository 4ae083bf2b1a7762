// What a campaign has seen so far: counts, findings by signature, and the exit code they make.
//
//   Totals totals(asked, tolerated);
//   totals.add(record);
//   totals.exitCode();
//
// What holds: every run is counted under exactly one verdict; a finding is kept whole once for
// each signature, the first few further sightings by their reproduce line, the rest by number. Known
// findings are counted and shown as such, and do not fail the campaign.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fuzz/oracle/tolerated.h"
#include "fuzz/report/program_counts.h"
#include "fuzz/report/run_line.h"

namespace suture::report {

enum class ExitCode {
  kClean = 0,
  kFinding = 1,
  kUsage = 2,
  kBroken = 3,
  kGateMissed = 4,
  kNothingRan = 5,
  kInterrupted = 130,
};

struct Finding {
  std::string signature;
  CaseRecord record;      ///< the first sighting
  std::string reproduce;  ///< of the first sighting
  std::uint64_t sightings = 1;
  std::vector<std::string> further = {};  ///< reproduce lines of some more sightings
  std::set<std::string> seenBy = {};      ///< oracles that saw one of them, looking alone
  std::string partOf = {};  ///< another finding, which a part of its small program shows
  std::string issue = {};   ///< where it is known from, as the baseline says
  bool isKnown = false;     ///< a campaign before this one has told of it
};

/// A case over all its runs, for JUnit.
struct CaseSummary {
  std::uint64_t runs = 0;
  double seconds = 0;
  bool skipped = false;
  std::string discarded;              ///< why, if any run was
  std::string cannotTell;             ///< why, if any run was
  std::vector<size_t> findings = {};  ///< indices into Totals::findings, each once
};

struct Counts {
  std::uint64_t runs = 0;
  std::uint64_t same = 0;
  std::uint64_t differs = 0;  ///< tolerated ones included
  std::uint64_t tolerated = 0;
  std::uint64_t discarded = 0;  ///< inputs that do not load included
  std::uint64_t cannotTell = 0;
  std::uint64_t skipped = 0;  ///< of `same`: test methods that skip themselves
  std::uint64_t stops = 0;
  std::uint64_t frames = 0;

  void add(const Counts& other);
  Counts since(const Counts& before) const;
};

class Totals {
 public:
  Totals(Asked asked, oracle::Tolerated tolerated)
      : asked_(std::move(asked)), tolerated_(std::move(tolerated)) {}

  /// The signature, when it is a finding.
  std::optional<std::string> add(const CaseRecord& record);
  /// What this campaign had seen before it was killed.
  void addBefore(const Counts& counts, const ProgramCounts& programs,
                 std::vector<Finding> findings);
  void setKnown(const std::string& signature);
  /// At the end: signatures that are known, and must have been seen if all cases were run.
  /// With the public issue of each, where there is one.
  void setBaseline(const std::map<std::string, std::string>& issues);
  void addInput() { ++inputs_; }
  /// A batch of generated programs; those that differ come as records too.
  void addPrograms(const ProgramCounts& counts);
  /// A finding's program is in a file now, made small or not: its line is about that file.
  void setStored(const std::string& signature, const std::string& path, std::string reduced);
  /// What a part of a finding's small program shows: when that is another finding of this campaign, the
  /// two are likely of one cause.
  void setPart(const std::string& signature, const std::string& shown);
  void addUnloadable(const std::string& input, const std::string& why);
  void setBroken(const std::string& why) { broken_ = why; }
  void setInterrupted() { interrupted_ = true; }
  /// All cases were run once; only then can tolerated rows be said to have rotted.
  void setComplete() { complete_ = true; }

  const Asked& asked() const { return asked_; }
  const Counts& counts() const { return counts_; }
  const ProgramCounts& programs() const { return programs_; }
  const std::vector<Finding>& findings() const { return findings_; }
  const std::map<std::string, CaseSummary>& cases() const { return cases_; }
  const std::map<std::string, std::string>& unloadable() const { return unloadable_; }
  const std::map<std::string, std::string>& unclear() const { return unclear_; }
  std::size_t knownFindings() const;
  std::uint64_t inputs() const { return inputs_; }
  const std::string& broken() const { return broken_; }

  /// Gates that were missed, each a sentence.
  std::vector<std::string> missedGates() const;
  ExitCode exitCode() const;
  /// The exit code in words, for the last line of a summary.
  std::string verdictLine() const;

 private:
  bool vacuous() const;

  Asked asked_;
  oracle::Tolerated tolerated_;
  Counts counts_;
  ProgramCounts programs_;
  std::vector<Finding> findings_;
  std::map<std::string, CaseSummary> cases_;
  std::map<std::string, std::string> unloadable_;
  std::map<std::string, std::string> unclear_;    ///< case, why it was discarded or cannot be told
  std::map<std::string, std::uint64_t> stopsOf_;  ///< of inputs with a case that was compared
  std::uint64_t inputs_ = 0;
  std::string broken_;
  std::vector<std::string> unseen_;  ///< of the baseline
  bool interrupted_ = false;
  bool complete_ = false;
};

}  // namespace suture::report
