#include "fuzz/store/schema.h"

#include <fmt/format.h>

namespace suture::store {
namespace {

constexpr std::uint64_t kApplication = 0x53555455;  // "SUTU", at a fixed place in the file

// Version 3. A campaign without an end was killed, or is running. Seeds are decimal texts: they have
// 64 bits without a sign.
constexpr const char* kTables = R"(
CREATE TABLE campaigns (
  id INTEGER PRIMARY KEY,
  target TEXT NOT NULL, options TEXT NOT NULL, seed TEXT NOT NULL, python TEXT NOT NULL,
  started TEXT NOT NULL, ended TEXT, outcome TEXT);
CREATE TABLE counts (
  campaign INTEGER PRIMARY KEY REFERENCES campaigns,
  runs INTEGER NOT NULL DEFAULT 0, same INTEGER NOT NULL DEFAULT 0,
  differs INTEGER NOT NULL DEFAULT 0, tolerated INTEGER NOT NULL DEFAULT 0,
  discarded INTEGER NOT NULL DEFAULT 0, cannot_tell INTEGER NOT NULL DEFAULT 0,
  skipped INTEGER NOT NULL DEFAULT 0, stops INTEGER NOT NULL DEFAULT 0,
  frames INTEGER NOT NULL DEFAULT 0, programs INTEGER NOT NULL DEFAULT 0,
  valid INTEGER NOT NULL DEFAULT 0, compiled_runs INTEGER NOT NULL DEFAULT 0,
  modes_compared INTEGER NOT NULL DEFAULT 0, modes_placeless INTEGER NOT NULL DEFAULT 0,
  modes_undecided INTEGER NOT NULL DEFAULT 0);
-- All programs of the batch before "next" are counted. A batch is of one share: its number modulo
-- the number of workers, whatever that was.
CREATE TABLE batches (
  campaign INTEGER NOT NULL REFERENCES campaigns, number INTEGER NOT NULL, next INTEGER NOT NULL,
  PRIMARY KEY (campaign, number)) WITHOUT ROWID;
-- state: "new" until a campaign that saw it has ended and told of it, then "known".
CREATE TABLE buckets (
  id INTEGER PRIMARY KEY, signature TEXT NOT NULL UNIQUE, state TEXT NOT NULL DEFAULT 'new',
  oracle TEXT NOT NULL, field TEXT NOT NULL, campaign INTEGER NOT NULL REFERENCES campaigns,
  program TEXT NOT NULL, reduced TEXT NOT NULL, reproduce TEXT NOT NULL, record TEXT NOT NULL);
CREATE TABLE times_seen (
  bucket INTEGER NOT NULL REFERENCES buckets, campaign INTEGER NOT NULL REFERENCES campaigns,
  times INTEGER NOT NULL, PRIMARY KEY (bucket, campaign)) WITHOUT ROWID;
-- At most five of a bucket.
CREATE TABLE sightings (
  id INTEGER PRIMARY KEY,
  bucket INTEGER NOT NULL REFERENCES buckets, campaign INTEGER NOT NULL REFERENCES campaigns,
  program TEXT NOT NULL, seed TEXT NOT NULL, variant TEXT NOT NULL, reproduce TEXT NOT NULL);
CREATE INDEX sightings_of ON sightings (bucket);
CREATE TABLE features (
  campaign INTEGER NOT NULL REFERENCES campaigns, feature INTEGER NOT NULL,
  PRIMARY KEY (campaign, feature)) WITHOUT ROWID;
-- How many programs had each number of what fuzz/report/sizes.def lists.
CREATE TABLE sizes (
  campaign INTEGER NOT NULL REFERENCES campaigns, name TEXT NOT NULL, number INTEGER NOT NULL,
  programs INTEGER NOT NULL, PRIMARY KEY (campaign, name, number)) WITHOUT ROWID;
CREATE TABLE generator_rows (
  campaign INTEGER NOT NULL REFERENCES campaigns, name TEXT NOT NULL,
  programs INTEGER NOT NULL, valid INTEGER NOT NULL, findings INTEGER NOT NULL,
  PRIMARY KEY (campaign, name)) WITHOUT ROWID;
)";

std::uint64_t ask(Database& database, std::string_view sql) {
  Statement statement(database, sql);
  return statement.next() ? statement.number(0) : 0;
}

bool isEmpty(Database& database) {
  return ask(database, "PRAGMA application_id") == 0 &&
         ask(database, "SELECT COUNT(*) FROM sqlite_master") == 0;
}

}  // namespace

void check(Database& database) {
  if (ask(database, "PRAGMA application_id") != kApplication) {
    throw StoreError(StoreError::Kind::kWrongFile, database.path() + ": is not a store of suture");
  }
  const std::uint64_t version = ask(database, "PRAGMA user_version");
  if (version == kSchemaVersion) return;
  throw StoreError(
      StoreError::Kind::kWrongFile,
      fmt::format("{}: has schema version {}, this suture knows version {}: use a {} one",
                  database.path(), version, kSchemaVersion,
                  version > kSchemaVersion ? "newer" : "matching"));
}

void createOrCheck(const std::string& path) {
  Database database(path, Database::Open::kOrCreate);
  Transaction transaction(database);
  if (isEmpty(database)) {
    database.run(kTables);
    database.run(fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication,
                             kSchemaVersion)
                     .c_str());
  }
  check(database);
  transaction.commit();
}

}  // namespace suture::store
