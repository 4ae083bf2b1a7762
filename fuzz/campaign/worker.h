// A worker: a forked process that imports one input and judges its cases, telling the campaign
// what it sees as lines of JSON.
//
//   {"loaded": 12}   {"unloadable": why}   {"record": {…}}   {"broken": why}   {"done": true}
//   {"batch": {…}}      some generated programs of one batch: counts, and all that differs (programs.h)
//   {"alive": true}     that it still is; what it works on is told later, in one piece
//
// What holds: "done" or "broken" is the last line of a worker that came to its end; a worker that
// ends without either was ended by its input (while importing it) or by the system.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "core/py/runs_python.h"
#include "fuzz/batch/log_difference.h"
#include "fuzz/campaign/runner.h"

namespace suture::campaign {

/// One visit to an input: some rounds over all its cases; plain CPython runs once for all of them.
struct Visit {
  Input input;
  std::uint64_t firstRound = 0;
  std::uint64_t rounds = 1;
};

struct WorkerOrders {
  RunSettings settings;
  targets::BreakPolicy breaks;
  std::uint64_t seed = 0;
  bool seedIsOfCase = false;          ///< the seed is the break seed itself (repro)
  std::optional<std::string> only{};  ///< the only test method to run
  // Of programs of suture.lab.
  batch::Oracles oracles = batch::Oracles::all();
  std::uint64_t shards = 1;                    ///< workers that share the generated programs
  std::optional<std::uint64_t> programs = {};  ///< how many in all; endless without
  /// Batches that are counted already, up to which program.
  std::map<std::uint64_t, std::uint64_t> counted = {};
};

/// Does the visit and never returns, not by an exception either (that ends it by signal 6): the
/// frames below belong to the campaign. Called in the forked process.
[[noreturn]] void work(const Visit& visit, const WorkerOrders& orders, int parent,
                       int report) noexcept SUTURE_RUNS_PYTHON;

}  // namespace suture::campaign
