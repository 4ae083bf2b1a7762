#include "fuzz/store/contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "fuzz/store/schema.h"

namespace suture::store {
namespace {

using nlohmann::json;

void readCampaigns(Database& database, Contents& contents) {
  Statement rows(database,
                 "SELECT id, target, options, seed, python, started, ended, outcome, runs, same, "
                 "differs, tolerated, discarded, cannot_tell, skipped, stops, frames, programs, "
                 "valid, compiled_runs FROM campaigns JOIN counts ON campaign = id ORDER BY id");
  while (rows.next()) {
    StoredCampaign one;
    one.id = rows.number(0);
    int at = 1;
    for (std::string* text : {&one.target, &one.options, &one.seed, &one.python, &one.started,
                              &one.ended, &one.outcome}) {
      *text = rows.text(at++);
    }
    for (std::uint64_t* number :
         {&one.runs, &one.same, &one.differs, &one.tolerated, &one.discarded, &one.cannotTell,
          &one.skipped, &one.stops, &one.frames, &one.programs, &one.valid, &one.compiledRuns}) {
      *number = rows.number(at++);
    }
    contents.campaigns.push_back(std::move(one));
  }
}

void readBuckets(Database& database, Contents& contents) {
  Statement rows(database,
                 "SELECT id, signature, state, oracle, field, program, reduced, reproduce, "
                 "buckets.campaign, COUNT(*), SUM(times) FROM buckets JOIN times_seen "
                 "ON bucket = id GROUP BY id ORDER BY SUM(times) DESC, signature");
  while (rows.next()) {
    StoredBucket one;
    one.id = rows.number(0);
    int at = 1;
    for (std::string* text : {&one.signature, &one.state, &one.oracle, &one.field, &one.program,
                              &one.reduced, &one.reproduce}) {
      *text = rows.text(at++);
    }
    for (std::uint64_t* number : {&one.firstCampaign, &one.campaigns, &one.times}) {
      *number = rows.number(at++);
    }
    Statement seen(database,
                   "SELECT campaign, program, seed, variant, reproduce FROM sightings "
                   "WHERE bucket = ?1 ORDER BY id",
                   one.id);
    while (seen.next()) {
      one.sightings.push_back(
          {seen.number(0), seen.text(1), seen.text(2), seen.text(3), seen.text(4)});
    }
    contents.buckets.push_back(std::move(one));
  }
}

void readRows(Database& database, Contents& contents) {
  Statement rows(database,
                 "SELECT name, SUM(programs), SUM(valid), SUM(findings) FROM generator_rows "
                 "GROUP BY name ORDER BY CAST(SUM(findings) AS REAL) / MAX(1, SUM(programs)) DESC, "
                 "SUM(programs) DESC, name");
  while (rows.next()) {
    contents.rows.push_back({rows.text(0), rows.number(1), rows.number(2), rows.number(3)});
  }
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return 100 * static_cast<double>(part) / static_cast<double>(std::max<std::uint64_t>(1, whole));
}

std::string text(const StoredBucket& bucket) {
  std::string out = fmt::format(
      "\n{}\n  state      {}, first in campaign {}\n  field      {} of {}\n"
      "  seen       {} time{} in {} campaign{}\n",
      bucket.signature, bucket.state, bucket.firstCampaign, bucket.field, bucket.oracle,
      bucket.times, bucket.times == 1 ? "" : "s", bucket.campaigns,
      bucket.campaigns == 1 ? "" : "s");
  for (const StoredSighting& one : bucket.sightings) {
    out += fmt::format("  sighting   campaign {}, {}, seed {}{}{}\n", one.campaign, one.program,
                       one.seed, one.variant.empty() ? "" : ", ", one.variant);
  }
  return out + fmt::format("  reproduce  {}\n", bucket.reproduce);
}

}  // namespace

Contents read(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    throw StoreError(StoreError::Kind::kWrongFile, path + ": no such file");
  }
  Contents contents;
  contents.path = path;
  Database database(path, Database::Open::kExisting);
  check(database);
  database.run("BEGIN");  // one moment for all that is read
  readCampaigns(database, contents);
  readBuckets(database, contents);
  readRows(database, contents);
  Statement features(database, "SELECT COUNT(DISTINCT feature) FROM features");
  if (features.next()) contents.features = features.number(0);
  return contents;
}

std::string text(const Contents& contents) {
  std::string out =
      fmt::format("store {}: {} campaigns, {} buckets, {} features\n", contents.path,
                  contents.campaigns.size(), contents.buckets.size(), contents.features);
  for (const StoredCampaign& one : contents.campaigns) {
    out += fmt::format(
        "\ncampaign {}: target {}, seed {}, CPython {}, {}\n  asked      {}\n  ended      {}\n"
        "  programs   {}, {:.1f} % valid, {} compiled runs\n"
        "  runs       {}: {} same ({} skipped), {} differ ({} tolerated), {} discarded, {} cannot "
        "tell\n  stops      {} in {} frames\n",
        one.id, one.target, one.seed, one.python, one.started, one.options,
        one.ended.empty() ? "not: it runs, or was killed" : one.ended + ", " + one.outcome,
        one.programs, percent(one.valid, one.programs), one.compiledRuns, one.runs, one.same,
        one.skipped, one.differs, one.tolerated, one.discarded, one.cannotTell, one.stops,
        one.frames);
  }
  for (const StoredBucket& bucket : contents.buckets) out += text(bucket);
  if (!contents.rows.empty()) {
    out += fmt::format("\n{:<32} {:>9} {:>8} {:>9} {:>16}\n", "row of the generator", "programs",
                       "valid", "findings", "of 1000 programs");
  }
  for (const StoredRow& row : contents.rows) {
    out += fmt::format("{:<32} {:>9} {:>6.1f} % {:>9} {:>16.1f}\n", row.name, row.programs,
                       percent(row.valid, row.programs), row.findings,
                       10 * percent(row.findings, row.programs));
  }
  return out;
}

json toJson(const Contents& contents) {
  json campaigns = json::array();
  for (const StoredCampaign& one : contents.campaigns) {
    campaigns.push_back(
        {{"id", one.id},
         {"target", one.target},
         {"options", json::parse(one.options, nullptr, false)},
         {"seed", one.seed},
         {"python", one.python},
         {"started", one.started},
         {"ended", one.ended.empty() ? json() : json(one.ended)},
         {"outcome", one.outcome.empty() ? json() : json(one.outcome)},
         {"runs", one.runs},
         {"verdicts",
          {{"same", one.same},
           {"differs", one.differs},
           {"discarded", one.discarded},
           {"cannot tell", one.cannotTell}}},
         {"tolerated", one.tolerated},
         {"skipped", one.skipped},
         {"stops", one.stops},
         {"frames", one.frames},
         {"programs",
          {{"count", one.programs}, {"valid", one.valid}, {"compiled runs", one.compiledRuns}}}});
  }
  json buckets = json::array();
  for (const StoredBucket& one : contents.buckets) {
    json sightings = json::array();
    for (const StoredSighting& seen : one.sightings) {
      sightings.push_back({{"campaign", seen.campaign},
                           {"program", seen.program},
                           {"seed", seen.seed},
                           {"variant", seen.variant},
                           {"reproduce", seen.reproduce}});
    }
    buckets.push_back({{"signature", one.signature},
                       {"state", one.state},
                       {"oracle", one.oracle},
                       {"field", one.field},
                       {"program", one.program},
                       {"reduced", one.reduced},
                       {"reproduce", one.reproduce},
                       {"first campaign", one.firstCampaign},
                       {"campaigns", one.campaigns},
                       {"times", one.times},
                       {"sightings", std::move(sightings)}});
  }
  json rows = json::array();
  for (const StoredRow& one : contents.rows) {
    rows.push_back({{"name", one.name},
                    {"programs", one.programs},
                    {"valid", one.valid},
                    {"findings", one.findings}});
  }
  return {{"store", contents.path}, {"schema", kSchemaVersion},      {"campaigns", campaigns},
          {"buckets", buckets},     {"features", contents.features}, {"rows", rows}};
}

}  // namespace suture::store
