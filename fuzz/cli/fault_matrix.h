// The kill matrix: which oracle sees which planted fault of the core, and how soon.
//
//   MatrixOptions options = {.seconds = 60, .seeds = 5};
//   const Tried tried = tryFault(fault, options);       // a campaign a seed
//   MatrixResult result{…};  result.missedGates()
//
// What holds: each campaign runs on one core over generated programs. The first seed's campaign uses all
// its time, so that every oracle that can see the fault does; the others end when the fault is found.
// Needs a build with planted faults.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "fuzz/cli/commands.h"

namespace suture::cli {

/// A row of core/py/faults.def.
struct PlantedFault {
  std::string id, expected, text, reason;
  bool isInSubset = false;

  bool isControl() const { return expected == "nothing"; }
  /// Only a law of properties/, or a test of the harness, can see it.
  bool isForTests() const { return expected == "law" || expected == "tests"; }
};

/// The table, or what is broken. Empty in builds without planted faults.
std::vector<PlantedFault> plantedFaults();

struct MatrixOptions {
  double seconds = 60;  ///< of each campaign, at most
  int seeds = 5;        ///< from 1 on
  double reduceSeconds = 30;
  std::optional<std::uint64_t> programs{};  ///< of each campaign, instead of the seconds
  bool untilKilled =
      false;  ///< the first seed's campaign, too, ends when the expected oracle saw it
  std::string folder = "suture-faults";  ///< for the programs made small
};

/// The program of the bucket that was seen most.
struct SmallProgram {
  std::size_t statements = 0;
  std::size_t lines = 0;
  double seconds = 0;       ///< that making it small took
  bool reproduces = false;  ///< its line shows it again, in a process of its own
  std::string line;

  bool isSmall() const;
};

struct Tried {
  PlantedFault fault;
  std::vector<std::optional<double>> times;  ///< until it was found; a seed each
  std::set<std::string> seenBy;              ///< oracles, each looking alone
  std::map<std::string, std::uint64_t> buckets;
  /// Buckets of which a small program has a part that shows another.
  std::map<std::string, std::string> partOf;
  std::optional<SmallProgram> small;
  std::string broken;  ///< why a campaign could not be run to its end

  std::size_t kills() const;
  std::size_t findings() const;          ///< buckets that stand for themselves
  std::optional<double> median() const;  ///< none when most seeds did not find it
  std::optional<double> worst() const;
};

Tried tryFault(const PlantedFault& fault, const MatrixOptions& options);

struct Matrix {
  std::vector<Tried> tried;
  MatrixOptions options;
  bool isWhole = false;  ///< all faults, each with all its time

  /// Oracles that are the only ones to see a fault, with the first such fault.
  std::map<std::string, std::string> onlyKillers() const;
  std::vector<std::string> missedGates() const;
  nlohmann::json toJson() const;
  std::string text() const;
};

}  // namespace suture::cli
