// A worker's campaign over generated programs: batches of them, each batch judged in a fresh child;
// what looks different there is judged again alone and told as a record.
//
//   ProgramWorker worker(orders, say);
//   worker.go(0);                         // until its share is done; endless without a number
//   worker.reduced(record, 30s);          // the program of a finding, made small
//
// What holds: program n of a seed is the same whatever the number of workers; a program that crashes
// or hangs the target takes nothing with it but itself. A difference counts when it happens again in
// a fresh process: alone, or ("sequence") behind the programs of its batch that came before it. What a
// batch came to is told in one line with its findings, or in a few for parts of it, in order.
// Needs the interpreter.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/py/runs_python.h"
#include "fuzz/batch/judge.h"
#include "fuzz/campaign/seen_program.h"
#include "fuzz/campaign/worker.h"
#include "fuzz/il/program.h"
#include "fuzz/report/program_counts.h"
#include "fuzz/report/record.h"

namespace suture::campaign {

/// The program of a finding made small.
struct SmallProgram {
  std::string text;
  /// The signature of what the smallest part of it shows that differs in any way; empty when that was
  /// not looked for: the time was over, or the target takes too long.
  std::string partShows = {};
};

class ProgramWorker {
 public:
  using Say = std::function<void(const nlohmann::json&)>;

  ProgramWorker(const WorkerOrders& orders, Say say);
  ~ProgramWorker();
  ProgramWorker(const ProgramWorker&) = delete;
  ProgramWorker& operator=(const ProgramWorker&) = delete;

  /// Generated programs, those of one share. The last line it says is "done" or "broken".
  void go(std::uint64_t share) SUTURE_RUNS_PYTHON;
  /// One program that was written down, with the seed of its variants.
  report::CaseRecord judgeText(const std::string& text, std::uint64_t seed) SUTURE_RUNS_PYTHON;
  /// A generated program, alone or behind those from another one on.
  report::CaseRecord judgeGenerated(std::uint64_t from, std::uint64_t index) SUTURE_RUNS_PYTHON;
  /// The program of a finding made small, as long as it shows the same at the same stops; at most `time`.
  /// nullopt when the harness broke over it: broken() says why.
  std::optional<SmallProgram> reduced(const report::CaseRecord& record,
                                      std::chrono::milliseconds time) SUTURE_RUNS_PYTHON;
  const std::optional<std::string>& broken() const { return broken_; }

 private:
  using Sites = std::vector<targets::BreakPolicy>;  // where to stop, a policy a kind of places
  struct Share {
    std::uint64_t from = 0;
    std::uint64_t to = 0;
  };
  struct Suspect {
    std::uint64_t index = 0;
    std::string text;
    std::uint64_t seed = 0;  ///< of its variants
    Share before;            ///< what ran before it in its process
    bool isGenerated = false;
    std::vector<std::string> rows = {};  ///< of weights.def that it has
    std::string signature = {};          ///< of what it showed among others
  };
  bool open() SUTURE_RUNS_PYTHON;
  bool isSlow() const;
  Limits limits() const;
  std::uint64_t batchSize() const;
  void batch(Share share) SUTURE_RUNS_PYTHON;
  void tellBatch(Share share, const report::ProgramCounts& counts, nlohmann::json records);
  Suspect suspect(std::uint64_t index, std::uint64_t from) const;
  nlohmann::json judgedInChild(Share share) SUTURE_RUNS_PYTHON;
  nlohmann::json judgedOnce(const std::string& text, std::uint64_t seed) SUTURE_RUNS_PYTHON;
  SeenProgram seenPlain(const std::string& text) SUTURE_RUNS_PYTHON;
  SeenProgram seenAlone(const std::string& text, std::uint64_t seed,
                        const targets::BreakPolicy& breaks) SUTURE_RUNS_PYTHON;
  void lookClosely(report::CaseRecord& record, SeenProgram& seen) SUTURE_RUNS_PYTHON;
  SeenProgram seenAt(const std::string& text, const Sites& stops) SUTURE_RUNS_PYTHON;
  SeenProgram seenAtSites(const std::string& text, const Sites& sites) SUTURE_RUNS_PYTHON;
  SeenProgram seenWithout(const std::string& text, const Sites& sites) SUTURE_RUNS_PYTHON;
  bool isOfSeveral(const std::string& text, const Sites& sites, const SeenProgram& seen);
  SeenProgram seenClosely(const std::string& text, std::uint64_t seed) SUTURE_RUNS_PYTHON;
  targets::BreakPolicy closeBreaks() const;
  targets::BreakPolicy breaksOf(const report::CaseRecord& record) const;
  SeenProgram seenBehind(const Suspect& suspect) SUTURE_RUNS_PYTHON;
  SeenProgram fromChild(const std::function<nlohmann::json()>& work) SUTURE_RUNS_PYTHON;
  report::CaseRecord confirm(const Suspect& suspect) SUTURE_RUNS_PYTHON;

  const WorkerOrders& orders_;
  Say say_;
  driver::Driver driver_;
  std::optional<driver::Programs> programs_;
  std::unique_ptr<targets::Target> target_;
  std::optional<batch::Judge> judge_;
  std::uint64_t* current_ = nullptr;  ///< the program being judged, shared with the child
  std::optional<std::string> broken_;
};

}  // namespace suture::campaign
