// What a store holds, read at one moment, for reports.
//
//   Contents contents = read("runs.db");     // a StoreError where there is no store
//   std::string page = text(contents);
//
// What holds: buckets come with those seen most first, rows of the generator with those in most
// findings for each program first; equal ones by name. Campaigns may write meanwhile.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace suture::store {

struct StoredCampaign {
  std::uint64_t id = 0;
  std::string target, options, seed, python, started;
  std::string ended, outcome;  ///< empty: it runs, or was killed
  std::uint64_t runs = 0, same = 0, differs = 0, tolerated = 0, discarded = 0, cannotTell = 0;
  std::uint64_t skipped = 0, stops = 0, frames = 0, programs = 0, valid = 0, compiledRuns = 0;
};

struct StoredSighting {
  std::uint64_t campaign = 0;
  std::string program, seed, variant, reproduce;
};

struct StoredBucket {
  std::uint64_t id = 0;
  std::string signature, state, oracle, field, program, reduced, reproduce;
  std::uint64_t firstCampaign = 0;
  std::uint64_t campaigns = 0;
  std::uint64_t times = 0;
  std::vector<StoredSighting> sightings = {};
};

struct StoredRow {
  std::string name;
  std::uint64_t programs = 0, valid = 0, findings = 0;
};

struct Contents {
  std::string path;
  std::vector<StoredCampaign> campaigns;
  std::vector<StoredBucket> buckets;
  std::uint64_t features = 0;  ///< different ones
  std::vector<StoredRow> rows;
};

Contents read(const std::string& path);
std::string text(const Contents& contents);
nlohmann::json toJson(const Contents& contents);

}  // namespace suture::store
