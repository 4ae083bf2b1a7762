#include "fuzz/store/store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <random>

#include "fuzz/store/contents.h"
#include "fuzz/store/schema.h"

namespace suture::store {
namespace {

namespace fs = std::filesystem;
using report::CaseRecord;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr std::uint64_t kBatch = 64;
const Identity kCore = {"core", "{}", "18446744073709551615", "3.11.2"};

Sighting sighting(const std::string& signature, std::uint64_t program = 7) {
  CaseRecord record;
  record.input = "generated:" + std::to_string(program);
  record.judgement = {.verdict = oracle::Verdict::kDiffers,
                      .difference = oracle::Difference{oracle::Field::kModes, "modes", "1", "2"}};
  record.signature = signature;
  record.source = "def run(): pass\n";
  record.variant = "breaks 1";
  record.rows = {"WithMode"};
  return {signature, "suture repro " + record.input, record};
}

// The whole of a batch; a finding in each.
Addition batch(std::uint64_t number) {
  const std::uint64_t first = number * kBatch;
  Addition made = {.part = BatchPart{number, first, first, first + kBatch},
                   .counts = {.runs = kBatch, .same = kBatch - 1, .differs = 1, .stops = 10},
                   .sightings = {sighting("O2 at call", first)}};
  made.programs.programs = kBatch;
  made.programs.valid = kBatch - 2;
  made.programs.runs = 4 * kBatch;
  made.programs.withRow[static_cast<std::size_t>(generate::RowId::kWithMode)] = 30;
  made.programs.validWithRow[static_cast<std::size_t>(generate::RowId::kWithMode)] = 29;
  made.programs.modes = {7, 2, 1};
  made.programs.features = {1, 2, static_cast<std::uint32_t>(100 + number)};
  made.programs.sizes.addProgram(
      {{"statements", 50 + number}, {"calls", 4}, {"mode_changes", 2}, {"operations", 9}});
  return made;
}

Addition finding(const std::string& signature) { return {.sightings = {sighting(signature)}}; }

std::vector<std::string> add(Store& store, const Addition& addition) {
  return store.add(std::span(&addition, 1));
}

class Stored : public testing::Test {
 protected:
  Stored() {
    folder_ = (fs::temp_directory_path() / "suture-store-XXXXXX").string();
    if (mkdtemp(folder_.data()) == nullptr) std::abort();
    path_ = folder_ + "/runs.db";
  }
  ~Stored() override { fs::remove_all(folder_); }

  Store begun(bool resume = false) const {
    Store store(path_);
    store.begin(kCore, resume);
    return store;
  }
  // The database is whole, and the counts are those of the batches that are in it.
  void expectWhole() const {
    Database database(path_, Database::Open::kExisting);
    Statement integrity(database, "PRAGMA integrity_check");
    ASSERT_TRUE(integrity.next());
    EXPECT_EQ(integrity.text(0), "ok");
    for (const StoredCampaign& one : read(path_).campaigns) {
      Statement counted(database,
                        "SELECT COUNT(*), SUM(next - number * 64), (SELECT SUM(times) FROM "
                        "times_seen WHERE campaign = ?1) FROM batches WHERE campaign = ?1",
                        one.id);
      ASSERT_TRUE(counted.next());
      EXPECT_EQ(one.programs, counted.number(1));
      EXPECT_EQ(one.runs, counted.number(1));
      EXPECT_EQ(one.differs, counted.number(0));
      EXPECT_EQ(counted.number(2), counted.number(0));
    }
  }
  std::string refusal(const std::function<void()>& work, StoreError::Kind kind) const {
    try {
      work();
    } catch (const StoreError& error) {
      EXPECT_EQ(error.kind(), kind) << error.what();
      return error.what();
    }
    return "no refusal";
  }

  std::string folder_;
  std::string path_;
};

// A process that does the work and ends.
int forked(const std::function<void()>& work) {
  const int pid = fork();
  if (pid == 0) {
    work();
    _exit(0);
  }
  return pid;
}

bool endedWell(int pid) {
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST_F(Stored, ABatchIsCountedOnce) {
  Store store = begun();
  add(store, batch(3));
  add(store, batch(3));
  add(store, batch(4));
  const StoredCampaign campaign = read(path_).campaigns.at(0);
  EXPECT_EQ(campaign.programs, 2 * kBatch);
  EXPECT_EQ(campaign.valid, 2 * kBatch - 4);
  EXPECT_EQ(campaign.compiledRuns, 8 * kBatch);
  EXPECT_EQ(campaign.stops, 20u);
  EXPECT_EQ(campaign.seed, "18446744073709551615");
  expectWhole();
}

TEST_F(Stored, PartsOfABatchAreCountedInOrder) {
  Store store = begun();
  const auto part = [](std::uint64_t from, std::uint64_t to) {
    return Addition{.part = BatchPart{1, 64, from, to}, .counts = {.runs = to - from}};
  };
  add(store, part(70, 80));  // those before it are missing
  add(store, part(64, 70));
  add(store, part(64, 128));  // some are counted
  add(store, part(70, 71));
  EXPECT_EQ(read(path_).campaigns.at(0).runs, 7u);
  Store again(path_);
  EXPECT_EQ(again.begin(kCore, true)->batches, (std::map<std::uint64_t, std::uint64_t>{{1, 71}}));
}

TEST_F(Stored, FiveSightingsAreKeptAndAllAreCounted) {
  Store store = begun();
  for (std::uint64_t i = 0; i < 9; ++i) add(store, batch(i));
  const Contents contents = read(path_);
  ASSERT_EQ(contents.buckets.size(), 1u);
  const StoredBucket& bucket = contents.buckets[0];
  EXPECT_EQ(bucket.times, 9u);
  EXPECT_EQ(bucket.sightings.size(), 5u);
  EXPECT_EQ(bucket.sightings[4].program, "generated:256");
  EXPECT_EQ(bucket.program, "def run(): pass\n");
  EXPECT_EQ(bucket.oracle + bucket.field, "O2modes");
  EXPECT_EQ(contents.features, 11u);
  ASSERT_EQ(contents.rows.size(), 1u);
  EXPECT_EQ(contents.rows[0].programs, 9 * 30u);
  EXPECT_EQ(contents.rows[0].findings, 9u);
}

TEST_F(Stored, WhatAnEndedCampaignSawIsKnown) {
  Store first = begun();
  EXPECT_THAT(add(first, finding("O1 a")), IsEmpty());
  first.setReduced("O1 a", "small");
  first.end("finding", true);
  Store second = begun();
  EXPECT_THAT(add(second, finding("O1 b")), IsEmpty());
  EXPECT_THAT(add(second, finding("O1 a")), ElementsAre("O1 a"));
  const Contents contents = read(path_);
  EXPECT_EQ(contents.buckets[0].times, 2u);
  EXPECT_EQ(contents.buckets[0].reduced, "small");
  EXPECT_EQ(contents.buckets[0].state, "known");
  EXPECT_EQ(contents.buckets[1].state, "new");
}

TEST_F(Stored, WhatAKilledOrInterruptedCampaignSawIsNew) {
  {
    Store killed = begun();
    add(killed, finding("O1 a"));
  }
  Store interrupted = begun();
  EXPECT_THAT(add(interrupted, finding("O1 a")), IsEmpty());
  interrupted.end("interrupted", false);
  Store next = begun();
  EXPECT_THAT(add(next, finding("O1 a")), IsEmpty());
}

TEST_F(Stored, WhatACampaignMetFirstStaysNewToIt) {
  Store one = begun();
  Store other = begun();
  add(one, finding("O1 a"));
  add(other, finding("O1 a"));
  other.end("finding", true);
  EXPECT_THAT(add(one, finding("O1 a")), IsEmpty());
  EXPECT_EQ(read(path_).buckets.at(0).campaigns, 2u);
}

TEST_F(Stored, ACampaignGoesOnWithAllItHad) {
  Addition before = batch(0);
  {
    Store killed = begun();
    add(killed, before);
    add(killed, batch(1));
  }
  Store other(path_);
  EXPECT_FALSE(other.begin({"core", "{}", "2", "3.11.2"}, true));
  Store store(path_);
  const auto found = store.begin(kCore, true);
  ASSERT_TRUE(found);
  EXPECT_EQ(store.campaign(), 1u);
  before.programs.add(batch(1).programs);
  EXPECT_EQ(found->programs.toJson(), before.programs.toJson());
  EXPECT_EQ(found->counts.runs, 2 * kBatch);
  EXPECT_EQ(found->counts.differs, 2u);
  ASSERT_EQ(found->findings.size(), 1u);
  const report::Finding& finding = found->findings[0];
  EXPECT_EQ(finding.sightings, 2u);
  EXPECT_EQ(finding.reproduce, "suture repro generated:0");
  EXPECT_THAT(finding.further, ElementsAre("suture repro generated:64"));
  EXPECT_EQ(finding.record.toJson(), sighting("O2 at call", 0).record.toJson());
  EXPECT_FALSE(finding.isKnown);
  store.end("clean", false);
  EXPECT_FALSE(Store(path_).begin(kCore, true));
}

TEST_F(Stored, TwoCampaignsWriteAtTheSameTime) {
  const auto campaign = [&] {
    Store store = begun();
    for (std::uint64_t i = 0; i < 40; ++i) add(store, batch(i));
    store.end("finding", true);
  };
  const int one = forked(campaign);
  const int other = forked(campaign);
  EXPECT_TRUE(endedWell(one));
  EXPECT_TRUE(endedWell(other));
  expectWhole();
  EXPECT_EQ(read(path_).buckets.at(0).times, 80u);
}

TEST_F(Stored, KilledAtAnyMomentItHasWhatWasAddedAndNothingTwice) {
  std::mt19937 random(1);
  std::uint64_t counted = 0;
  for (int kills = 0; kills < 40; ++kills) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    const int pid = forked([&] {
      Store store(path_);
      const auto before = store.begin(kCore, true);
      for (std::uint64_t i = before ? before->batches.size() : 0;; ++i) {
        add(store, batch(i));
        if (write(ends[1], &i, sizeof i) != sizeof i) _exit(1);
      }
    });
    close(ends[1]);
    usleep(std::uniform_int_distribution<unsigned>(0, 60'000)(random));
    kill(pid, SIGKILL);
    waitpid(pid, nullptr, 0);
    std::uint64_t last = 0;
    while (::read(ends[0], &last, sizeof last) == sizeof last) counted = last + 1;
    close(ends[0]);
    if (!fs::exists(path_) || fs::file_size(path_) == 0) continue;  // killed while it was made
    Store whole(path_);
    const Contents contents = read(path_);
    ASSERT_LE(contents.campaigns.size(), 1u);
    if (contents.campaigns.empty()) continue;
    const std::uint64_t stored = contents.campaigns[0].programs / kBatch;
    ASSERT_TRUE(stored == counted || stored == counted + 1) << stored << ", said " << counted;
    counted = stored;
    expectWhole();
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(counted, 0u);
}

TEST_F(Stored, AFullDiskIsAnErrorAndWhatWasThereStays) {
  begun();
  const int pid = forked([&] {
    Store store(path_);
    store.begin(kCore, true);
    const rlimit most = {fs::file_size(path_) + 16'384, fs::file_size(path_) + 16'384};
    setrlimit(RLIMIT_FSIZE, &most);
    const std::string problem = refusal(
        [&] {
          for (std::uint64_t i = 0;; ++i) {
            Addition large = batch(i);
            large.sightings[0].signature += std::to_string(i);
            large.sightings[0].record.source = std::string(3'000, 'x');
            add(store, large);
          }
        },
        StoreError::Kind::kFailed);
    EXPECT_THAT(problem, HasSubstr("File too large"));
    if (HasFailure()) _exit(1);
  });
  EXPECT_TRUE(endedWell(pid));
  expectWhole();
  EXPECT_GT(read(path_).campaigns.at(0).programs, 0u);
}

TEST_F(Stored, OtherFilesAndNewerStoresAreRefused) {
  using Kind = StoreError::Kind;
  EXPECT_THAT(refusal([&] { read(path_); }, Kind::kWrongFile), HasSubstr("no such file"));
  begun();
  {
    Database database(path_, Database::Open::kExisting);
    database.run("PRAGMA user_version = 4");
  }
  for (const std::function<void()>& use :
       {std::function([&] { read(path_); }), std::function([&] { Store store(path_); })}) {
    EXPECT_THAT(refusal(use, Kind::kWrongFile), HasSubstr("schema version 4"));
  }
  const std::string foreign = folder_ + "/foreign.db";
  {
    Database database(foreign, Database::Open::kOrCreate);
    database.run("CREATE TABLE other (a)");
  }
  EXPECT_THAT(refusal([&] { Store store(foreign); }, Kind::kWrongFile),
              HasSubstr("is not a store"));
  const std::string page = folder_ + "/page.txt";
  std::ofstream(page) << std::string(5000, 'x');
  EXPECT_THAT(refusal([&] { Store store(page); }, Kind::kWrongFile), HasSubstr("is not a store"));
  EXPECT_EQ(fs::file_size(page), 5000u);
  EXPECT_THAT(refusal([&] { Store store("/proc/runs.db"); }, Kind::kFailed), HasSubstr("/proc"));
}

TEST_F(Stored, AStoreThatVanishesIsAnError) {
  Store store = begun();
  fs::remove(path_);
  EXPECT_THAT(refusal([&] { add(store, batch(0)); }, StoreError::Kind::kFailed),
              HasSubstr("unable to open"));
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(Stored, ReportsAreSorted) {
  Store store = begun();
  add(store, finding("O1 once"));
  add(store, finding("O1 twice"));
  add(store, finding("O1 twice"));
  add(store, finding("O1 also once"));
  const Contents contents = read(path_);
  std::vector<std::string> order;
  for (const StoredBucket& bucket : contents.buckets) order.push_back(bucket.signature);
  EXPECT_THAT(order, ElementsAre("O1 twice", "O1 also once", "O1 once"));
  EXPECT_THAT(text(contents), HasSubstr("O1 twice\n  state      new, first in campaign 1"));
  EXPECT_EQ(toJson(contents)["buckets"][0]["times"], 2);
}

}  // namespace
}  // namespace suture::store
