#include "fuzz/store/store.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <set>

#include "core/py/check.h"
#include "fuzz/store/schema.h"

namespace suture::store {
namespace {

using nlohmann::json;
using report::CaseRecord;
using report::ProgramCounts;

constexpr std::uint64_t kKeptSightings = 5;

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

// A record without the texts that have columns of their own, and without all that both runs showed:
// the reproduce line shows that again.
std::string kept(const CaseRecord& record) {
  json made = record.toJson();
  for (const char* key : {"program", "reduced", "observed plain", "observed stopped"}) {
    made.erase(key);
  }
  return made.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace

Store::Store(std::string path) : path_(std::move(path)) { createOrCheck(path_); }

std::optional<Before> Store::begin(const Identity& identity, bool resume) {
  Database database(path_, Database::Open::kExisting);
  Transaction transaction(database);
  check(database);
  std::optional<Before> found;
  if (resume) {
    Statement last(database,
                   "SELECT MAX(id) FROM campaigns WHERE target = ?1 AND options = ?2 AND seed = ?3 "
                   "AND python = ?4 AND (ended IS NULL OR outcome = 'interrupted')",
                   identity.target, identity.options, identity.seed, identity.python);
    campaign_ = last.next() ? last.number(0) : 0;
  }
  if (campaign_ != 0) {
    Statement(database, "UPDATE campaigns SET ended = NULL, outcome = NULL WHERE id = ?1",
              campaign_)
        .run();
    found = before(database);
  } else {
    Statement(database,
              "INSERT INTO campaigns (target, options, seed, python, started) "
              "VALUES (?1, ?2, ?3, ?4, ?5)",
              identity.target, identity.options, identity.seed, identity.python, now())
        .run();
    campaign_ = static_cast<std::uint64_t>(sqlite3_last_insert_rowid(database.handle()));
    Statement(database, "INSERT INTO counts (campaign) VALUES (?1)", campaign_).run();
  }
  transaction.commit();
  if (found) {
    for (const report::Finding& one : found->findings) isKnown_[one.signature] = one.isKnown;
  }
  return found;
}

Before Store::before(Database& database) const {
  Before found;
  Statement counts(database,
                   "SELECT runs, same, differs, tolerated, discarded, cannot_tell, skipped, stops, "
                   "frames, programs, valid, compiled_runs, modes_compared, modes_placeless, "
                   "modes_undecided FROM counts WHERE campaign = ?1",
                   campaign_);
  SUTURE_CHECK(counts.next(), "a campaign has counts");
  found.counts = {.runs = counts.number(0),
                  .same = counts.number(1),
                  .differs = counts.number(2),
                  .tolerated = counts.number(3),
                  .discarded = counts.number(4),
                  .cannotTell = counts.number(5),
                  .skipped = counts.number(6),
                  .stops = counts.number(7),
                  .frames = counts.number(8)};
  found.programs.programs = counts.number(9);
  found.programs.valid = counts.number(10);
  found.programs.runs = counts.number(11);
  found.programs.modes = {counts.number(12), counts.number(13), counts.number(14)};
  Statement rows(database, "SELECT name, programs, valid FROM generator_rows WHERE campaign = ?1",
                 campaign_);
  while (rows.next()) {
    for (const generate::Row& row : generate::rows()) {
      if (row.name != rows.text(0)) continue;
      found.programs.withRow[static_cast<std::size_t>(row.id)] = rows.number(1);
      found.programs.validWithRow[static_cast<std::size_t>(row.id)] = rows.number(2);
    }
  }
  Statement features(database, "SELECT feature FROM features WHERE campaign = ?1", campaign_);
  while (features.next()) {
    found.programs.features.insert(static_cast<std::uint32_t>(features.number(0)));
  }
  Statement sizes(database, "SELECT name, number, programs FROM sizes WHERE campaign = ?1",
                  campaign_);
  while (sizes.next()) {
    for (std::size_t i = 0; i < report::sizeRows().size(); ++i) {
      if (report::sizeRows()[i].name != sizes.text(0)) continue;
      found.programs.sizes.spreads()[i].add(sizes.number(1), sizes.number(2));
    }
  }
  Statement buckets(database,
                    "SELECT signature, record, program, reduced, reproduce, times, state, id "
                    "FROM buckets JOIN times_seen ON bucket = id WHERE times_seen.campaign = ?1 "
                    "ORDER BY id",
                    campaign_);
  while (buckets.next()) {
    report::Finding finding = {.signature = buckets.text(0),
                               .record = CaseRecord::fromJson(json::parse(buckets.text(1))),
                               .reproduce = buckets.text(4),
                               .sightings = buckets.number(5),
                               .isKnown = buckets.text(6) == "known"};
    finding.record.source = buckets.text(2);
    finding.record.reduced = buckets.text(3);
    Statement further(database,
                      "SELECT reproduce FROM sightings WHERE bucket = ?1 AND campaign = ?2 "
                      "AND reproduce <> ?3 ORDER BY id",
                      buckets.number(7), campaign_, finding.reproduce);
    while (further.next()) finding.further.push_back(further.text(0));
    found.findings.push_back(std::move(finding));
  }
  Statement batches(database, "SELECT number, next FROM batches WHERE campaign = ?1", campaign_);
  while (batches.next()) found.batches[batches.number(0)] = batches.number(1);
  return found;
}

std::vector<std::string> Store::add(std::span<const Addition> additions) {
  std::map<std::string, bool> met;
  {
    Database database(path_, Database::Open::kExisting);
    Transaction transaction(database);
    for (const Addition& addition : additions) {
      if (addition.part && !takePart(database, *addition.part)) continue;
      addCounts(database, addition.counts, addition.programs);
      addRows(database, addition.programs);
      addSizes(database, addition.programs.sizes);
      for (const Sighting& sighting : addition.sightings) {
        met.emplace(sighting.signature, addSighting(database, sighting));
      }
    }
    transaction.commit();
  }
  std::vector<std::string> known;
  for (const auto& [signature, isKnown] : met) {
    if (isKnown_.emplace(signature, isKnown).first->second) known.push_back(signature);
  }
  return known;
}

bool Store::takePart(Database& database, const BatchPart& part) const {
  Statement counted(database, "SELECT next FROM batches WHERE campaign = ?1 AND number = ?2",
                    campaign_, part.number);
  if (part.from != (counted.next() ? counted.number(0) : part.first)) return false;
  Statement(database, "INSERT OR REPLACE INTO batches VALUES (?1, ?2, ?3)", campaign_, part.number,
            part.to)
      .run();
  return true;
}

void Store::addCounts(Database& database, const report::Counts& counts,
                      const ProgramCounts& programs) const {
  Statement(database,
            "UPDATE counts SET runs = runs + ?2, same = same + ?3, differs = differs + ?4, "
            "tolerated = tolerated + ?5, discarded = discarded + ?6, cannot_tell = cannot_tell + "
            "?7, skipped = skipped + ?8, stops = stops + ?9, frames = frames + ?10, programs = "
            "programs + ?11, valid = valid + ?12, compiled_runs = compiled_runs + ?13, "
            "modes_compared = modes_compared + ?14, modes_placeless = modes_placeless + ?15, "
            "modes_undecided = modes_undecided + ?16 "
            "WHERE campaign = ?1",
            campaign_, counts.runs, counts.same, counts.differs, counts.tolerated, counts.discarded,
            counts.cannotTell, counts.skipped, counts.stops, counts.frames, programs.programs,
            programs.valid, programs.runs, programs.modes.compared, programs.modes.placeless,
            programs.modes.undecided)
      .run();
}

void Store::addRows(Database& database, const ProgramCounts& programs) const {
  for (const generate::Row& row : generate::rows()) {
    const auto at = static_cast<std::size_t>(row.id);
    if (programs.withRow[at] == 0) continue;
    Statement(database,
              "INSERT INTO generator_rows VALUES (?1, ?2, ?3, ?4, 0) ON CONFLICT DO UPDATE SET "
              "programs = programs + ?3, valid = valid + ?4",
              campaign_, row.name, programs.withRow[at], programs.validWithRow[at])
        .run();
  }
  for (const std::uint32_t feature : programs.features) {
    Statement(database, "INSERT OR IGNORE INTO features VALUES (?1, ?2)", campaign_, feature).run();
  }
}

void Store::addSizes(Database& database, const report::Sizes& sizes) const {
  for (std::size_t i = 0; i < report::sizeRows().size(); ++i) {
    for (const auto& [number, programs] : sizes.spreads()[i].numbers()) {
      Statement(database,
                "INSERT INTO sizes VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET "
                "programs = programs + ?4",
                campaign_, report::sizeRows()[i].name, number, programs)
          .run();
    }
  }
}

bool Store::addSighting(Database& database, const Sighting& sighting) const {
  const CaseRecord& record = sighting.record;
  const oracle::FieldRow& field = oracle::row(record.judgement.difference->field);
  Statement(database,
            "INSERT INTO buckets (signature, oracle, field, campaign, program, reduced, reproduce, "
            "record) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT DO NOTHING",
            sighting.signature, field.oracle, field.key, campaign_, record.source, record.reduced,
            sighting.reproduce, kept(record))
      .run();
  Statement found(database, "SELECT id, state FROM buckets WHERE signature = ?1",
                  sighting.signature);
  SUTURE_CHECK(found.next(), "a bucket that was stored is there");
  const std::uint64_t bucket = found.number(0);
  Statement(database,
            "INSERT INTO times_seen VALUES (?1, ?2, 1) ON CONFLICT DO UPDATE SET times = times + 1",
            bucket, campaign_)
      .run();
  Statement(database,
            "INSERT INTO sightings (bucket, campaign, program, seed, variant, reproduce) "
            "SELECT ?1, ?2, ?3, ?4, ?5, ?6 "
            "WHERE (SELECT COUNT(*) FROM sightings WHERE bucket = ?1) < ?7",
            bucket, campaign_, record.name(), std::to_string(record.seed), record.variant,
            sighting.reproduce, kKeptSightings)
      .run();
  for (const std::string& row : record.rows) {
    Statement(database,
              "INSERT INTO generator_rows VALUES (?1, ?2, 0, 0, 1) ON CONFLICT DO UPDATE SET "
              "findings = findings + 1",
              campaign_, row)
        .run();
  }
  return found.text(1) == "known";
}

void Store::setReduced(const std::string& signature, const std::string& reduced) {
  Database database(path_, Database::Open::kExisting);
  Transaction transaction(database);
  Statement(database, "UPDATE buckets SET reduced = ?2 WHERE signature = ?1 AND reduced = ''",
            signature, reduced)
      .run();
  transaction.commit();
}

void Store::end(const std::string& outcome, bool hasTold) {
  Database database(path_, Database::Open::kExisting);
  Transaction transaction(database);
  Statement(database, "UPDATE campaigns SET ended = ?2, outcome = ?3 WHERE id = ?1", campaign_,
            now(), outcome)
      .run();
  if (hasTold) {
    Statement(database,
              "UPDATE buckets SET state = 'known' WHERE state = 'new' AND id IN "
              "(SELECT bucket FROM times_seen WHERE campaign = ?1)",
              campaign_)
        .run();
  }
  transaction.commit();
}

}  // namespace suture::store
