// One campaign as it is written to a store, while it goes on.
//
//   Store store("runs.db");                             // made where it is not there
//   store.begin({.target = "core", .seed = "1"}, true); // goes on with one that was killed
//   for (const std::string& signature : store.add(additions)) …   // those that are known
//   store.end("finding", true);
//
// What holds:
//  * A batch of generated programs with its findings is one addition, and additions are stored whole
//    or not at all: kill -9 at any moment loses what was not added yet and doubles nothing.
//  * The programs of a batch are counted in order and each once: an addition that does not begin
//    where those before it ended is left out.
//  * A bucket is known when a campaign that saw it has ended and told of it. To a campaign that met it
//    before that, it stays a new one. What one saw that was killed is new to the next.
//  * Campaigns may write to one store at the same time. The file is open only during each call.
// Every call may throw StoreError (database.h); the store then holds what it held before the call.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/report/totals.h"
#include "fuzz/store/database.h"

namespace suture::store {

/// Campaigns that are equal here are one campaign to `begin`.
struct Identity {
  std::string target;
  std::string options;  ///< as JSON
  std::string seed;
  std::string python;
};

/// Some programs of a batch, one after another.
struct BatchPart {
  std::uint64_t number = 0;
  std::uint64_t first = 0;  ///< the first program of the batch
  std::uint64_t from = 0;
  std::uint64_t to = 0;
};

struct Sighting {
  std::string signature;
  std::string reproduce;
  report::CaseRecord record;
};

/// What came to be known in one step.
struct Addition {
  std::optional<BatchPart> part = {};  ///< of generated programs
  report::Counts counts = {};
  report::ProgramCounts programs = {};
  std::vector<Sighting> sightings = {};
};

/// What a campaign that is gone on with has in the store.
struct Before {
  report::Counts counts;
  report::ProgramCounts programs;
  std::vector<report::Finding> findings;
  std::map<std::uint64_t, std::uint64_t> batches;  ///< number, and the program to go on with
};

class Store {
 public:
  explicit Store(std::string path);

  /// Begins a campaign. With `resume`, goes on with the last one like it that was killed or
  /// interrupted, if there is one, and gives what is there of it.
  std::optional<Before> begin(const Identity& identity, bool resume);
  /// The signatures among them that are known.
  std::vector<std::string> add(std::span<const Addition> additions);
  /// The program of a finding was made small.
  void setReduced(const std::string& signature, const std::string& reduced);
  /// `hasTold`: of its new findings; they are known from now on.
  void end(const std::string& outcome, bool hasTold);

  const std::string& path() const { return path_; }
  std::uint64_t campaign() const { return campaign_; }

 private:
  bool takePart(Database& database, const BatchPart& part) const;
  void addCounts(Database& database, const report::Counts& counts,
                 const report::ProgramCounts& programs) const;
  void addRows(Database& database, const report::ProgramCounts& programs) const;
  void addSizes(Database& database, const report::Sizes& sizes) const;
  /// Whether it is of a bucket that is known.
  bool addSighting(Database& database, const Sighting& sighting) const;
  Before before(Database& database) const;

  std::string path_;
  std::uint64_t campaign_ = 0;
  std::map<std::string, bool> isKnown_;  ///< of the signatures that this campaign has met
};

}  // namespace suture::store
