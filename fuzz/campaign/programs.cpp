#include "fuzz/campaign/programs.h"

#include <Python.h>
#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>

#include "core/py/check.h"
#include "fuzz/batch/features.h"
#include "fuzz/campaign/generated.h"
#include "fuzz/campaign/input.h"
#include "fuzz/il/text.h"
#include "fuzz/oracle/observation.h"
#include "fuzz/reduce/reduce.h"

namespace suture::campaign {
namespace {

using nlohmann::json;
using oracle::Verdict;
using report::CaseRecord;
using report::ProgramCounts;

// Programs that share a process, of which each costs a fork and the pages written since.
constexpr std::uint64_t kBatch = 256;
constexpr std::uint64_t kSlowBatch = 4;  // of a compiler that takes a second for one
// The first programs come to a batch of their own: where most differ it is long until all are judged again.
constexpr std::uint64_t kEarly = 8;
constexpr std::uint64_t kMeasuredEach = 64;  // one program of so many is measured

std::string dumped(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

// A program of another kind is judged in another way, or refused: it is not the same one made small.
bool isOfItsKind(const std::string& text) {
  const bool definesRun =
      text.starts_with("def run(") || text.find("\ndef run(") != std::string::npos;
  return definesRun && marksFunctions(text);
}

}  // namespace

ProgramWorker::ProgramWorker(const WorkerOrders& orders, Say say)
    : orders_(orders), say_(std::move(say)) {
  void* page =
      mmap(nullptr, sizeof *current_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  SUTURE_CHECK(page != MAP_FAILED, "a page shared with the children");
  current_ = static_cast<std::uint64_t*>(page);
}

ProgramWorker::~ProgramWorker() { munmap(current_, sizeof *current_); }

// Compiling takes a multiple of the time that running takes.
Limits ProgramWorker::limits() const {
  Limits limits = orders_.settings.limits;
  if (isSlow()) limits.time *= 3;
  return limits;
}

bool ProgramWorker::isSlow() const { return !targets::takesStops(*orders_.settings.target); }

std::uint64_t ProgramWorker::batchSize() const { return isSlow() ? kSlowBatch : kBatch; }

bool ProgramWorker::open() {
  if (judge_) return true;
  auto programs = driver::Programs::open(targets::dialectOf(*orders_.settings.target));
  if (!programs) {
    broken_ = driver::inOneLine(std::move(programs).error());
    return false;
  }
  programs_.emplace(*std::move(programs));
  auto target = targets::open(*orders_.settings.target, orders_.settings.targetOptions, driver_);
  if (!target) {
    broken_ = driver::inOneLine(std::move(target).error());
    return false;
  }
  target_ = *std::move(target);
  judge_.emplace(*programs_, *target_,
                 batch::JudgeSettings{.stops = orders_.breaks,
                                      .oracles = orders_.oracles,
                                      .driftCalls = orders_.settings.driftCalls});
  auto settled = programs_->settle();
  if (!settled) broken_ = driver::inOneLine(std::move(settled).error());
  return !broken_;
}

json ProgramWorker::judgedInChild(Share share) {
  ProgramCounts counts;
  json suspects = json::array();
  for (std::uint64_t index = share.from; index < share.to; ++index) {
    *current_ = index;
    const auto& [program, rows] = generated(orders_.seed, index);
    auto judged = judge_->judge(il::print(program), il::ModeModel::of(program),
                                variantSeed(orders_.seed, index));
    if (!judged) return toldBroken(std::move(judged).error());
    ++counts.programs;
    counts.valid += judged->isValid ? 1 : 0;
    counts.runs += judged->runs;
    counts.modes.add(
        {judged->modes.compared, judged->modes.placeless, judged->modes.undecided.size()});
    for (std::size_t row = 0; row < rows.size(); ++row) {
      if (rows[row] == 0) continue;
      ++counts.withRow[row];
      counts.validWithRow[row] += judged->isValid ? 1 : 0;
    }
    counts.features.merge(batch::featuresOf(judged->log));
    if (judged->suspicion) {
      suspects.push_back({{"index", index}, {"signature", judged->suspicion->signature()}});
    } else {
      ++counts.same;
    }
  }
  auto counted = countedBy(*target_);
  if (!counted) return toldBroken(std::move(counted).error());
  counts.stops = counted->stops;
  counts.frames = counted->frames;
  counts.left = counted->left;
  // At the end of this process, as nothing may run after it was traced.
  for (std::uint64_t index = share.from; index < share.to; ++index) {
    if (index % kMeasuredEach != 0) continue;
    *current_ = index;
    auto size = programs_->measure(generatedProgram(orders_.seed, index));
    if (!size) return toldBroken(std::move(size).error());
    counts.sizes.addProgram(json::parse(*size));
  }
  return {{"counts", counts.toJson()}, {"suspects", suspects}};
}

void ProgramWorker::batch(Share share) {
  while (share.from < share.to && !broken_) {
    *current_ = share.from;
    PyOS_BeforeFork();
    const Limits own = limits();
    const ChildEnd end = runInChild({isSlow() ? 2 * own.time : own.time, own.memoryBytes}, [&] {
      PyOS_AfterFork_Child();
      return dumped(judgedInChild(share));
    });
    PyOS_AfterFork_Parent();
    if (end.ending == oracle::kOutputLimit && share.to - share.from > 1) {
      // Seen at the end of all of them.
      const std::uint64_t middle = (share.from + share.to) / 2;
      batch({share.from, middle});
      share.from = middle;
      continue;
    }
    if (!end.report) {
      // What came before it is judged again without it; it is looked at alone.
      const std::uint64_t culprit = *current_;
      if (culprit > share.from) batch({share.from, culprit});
      Suspect suspected = suspect(culprit, share.from);
      suspected.signature = "O8 ending: " + end.ending;
      json record = confirm(suspected).toJson();
      if (broken_) return;
      tellBatch({culprit, culprit + 1}, {}, json::array({std::move(record)}));
      share.from = culprit + 1;
      continue;
    }
    const json came = json::parse(*end.report);
    if (const auto why = came.find("broken"); why != came.end()) {
      broken_ = why->get<std::string>();
      return;
    }
    json records = json::array();
    for (const json& one : came.at("suspects")) {
      say_({{"alive", true}});
      Suspect suspected = suspect(one.at("index"), share.from);
      suspected.signature = one.at("signature");
      records.push_back(confirm(suspected).toJson());
      if (broken_) return;
    }
    tellBatch(share, ProgramCounts::fromJson(came.at("counts")), std::move(records));
    return;
  }
}

void ProgramWorker::tellBatch(Share share, const ProgramCounts& counts, json records) {
  const std::uint64_t number = share.from / batchSize();
  say_({{"batch",
         {{"number", number},
          {"first", number * batchSize()},
          {"from", share.from},
          {"to", share.to},
          {"counts", counts.toJson()},
          {"records", std::move(records)}}}});
}

ProgramWorker::Suspect ProgramWorker::suspect(std::uint64_t index, std::uint64_t from) const {
  generate::RowCounts rows{};
  Suspect made = {index,
                  generatedProgram(orders_.seed, index, &rows),
                  variantSeed(orders_.seed, index),
                  {from, index},
                  true};
  for (const generate::Row& row : generate::rows()) {
    if (rows[static_cast<std::size_t>(row.id)] > 0) made.rows.emplace_back(row.name);
  }
  return made;
}

SeenProgram ProgramWorker::fromChild(const std::function<json()>& work) {
  PyOS_BeforeFork();
  const ChildEnd end = runInChild(limits(), [&] {
    PyOS_AfterFork_Child();
    return dumped(work());
  });
  PyOS_AfterFork_Parent();
  SeenProgram seen = seenIn(end);
  if (seen.broken) broken_ = seen.broken;
  return seen;
}

json ProgramWorker::judgedOnce(const std::string& text, std::uint64_t seed) {
  auto judged = judge_->judge(text, seed);
  if (!judged) return toldRefused(std::move(judged).error());
  auto counted = countedBy(*target_);
  if (!counted) return toldBroken(std::move(counted).error());
  return told(*judged, *counted);
}

SeenProgram ProgramWorker::seenPlain(const std::string& text) {
  return fromChild([&]() -> json {
    auto stable = judge_->isStable(text);
    return stable ? toldStable(*stable) : toldRefused(std::move(stable).error());
  });
}

SeenProgram ProgramWorker::seenAlone(const std::string& text, std::uint64_t seed,
                                     const targets::BreakPolicy& breaks) {
  return fromChild([&] {
    judge_->stopAt(breaks);
    return judgedOnce(text, seed);
  });
}

SeenProgram ProgramWorker::seenBehind(const Suspect& suspect) {
  return fromChild([&]() -> json {
    json before = judgedInChild(suspect.before);
    if (before.contains("broken")) return before;
    return judgedOnce(suspect.text, suspect.seed);
  });
}

CaseRecord ProgramWorker::confirm(const Suspect& suspect) {
  CaseRecord record;
  record.input = fmt::format("generated:{}", suspect.index);
  record.seed = suspect.seed;
  record.source = suspect.text;
  record.rows = suspect.rows;
  const SeenProgram plain = seenPlain(suspect.text);
  if (plain.refused) {
    record.judgement = {.verdict = Verdict::kDiscarded, .reason = *plain.refused};
    return record;
  }
  if (!plain.ending.empty()) {
    record.judgement = {.verdict = Verdict::kDiscarded, .reason = "plain: " + plain.ending};
    return record;
  }
  if (!plain.isStable) {
    record.judgement = {.verdict = Verdict::kCannotTell, .reason = "plain runs differ"};
    return record;
  }
  SeenProgram seen = seenAlone(suspect.text, suspect.seed, orders_.breaks);
  if (!seen.shows() && suspect.before.from < suspect.before.to) {
    seen = seenBehind(suspect);
    record.isSequence = true;
    record.input = fmt::format("generated:{}-{}", suspect.before.from, suspect.index);
  }
  if (!seen.shows()) {
    const std::string what = suspect.signature.empty() ? "" : " (" + suspect.signature + ")";
    record.judgement = {.verdict = Verdict::kCannotTell,
                        .reason = "differed once" + what + ", not again in a fresh process"};
    return record;
  }
  // More probes are more breaks to a compiler that breaks at them: other faults, not the same ones sooner.
  const bool isLookedAt = !target_->breaksAtProbes() && suspect.isGenerated;
  if (!record.isSequence && isLookedAt) lookClosely(record, seen);
  record.judgement = {.verdict = Verdict::kDiffers, .difference = seen.difference};
  record.signature = seen.signature;
  record.variant = seen.variant;
  record.seenBy = seen.seenBy;
  const std::string key(oracle::row(seen.difference->field).key);
  record.plain = {{key, seen.plainLine}};
  record.stopped = {{key, seen.otherLine}};
  return record;
}

// What the program shows when it is stopped at these places alone: the first that it differs at.
SeenProgram ProgramWorker::seenAt(const std::string& text, const Sites& stops) {
  return fromChild([&]() -> json {
    auto judged = judge_->judgeAt(text, stops);
    if (!judged) return toldRefused(std::move(judged).error());
    auto counted = countedBy(*target_);
    if (!counted) return toldBroken(std::move(counted).error());
    return told(*judged, *counted);
  });
}

// The places one kind at a time.
SeenProgram ProgramWorker::seenAtSites(const std::string& text, const Sites& sites) {
  SeenProgram seen = seenAt(text, sites);
  if (seen.ending.empty()) return seen;
  // It killed its process: at which of them?
  for (const targets::BreakPolicy& site : sites) {
    seen = seenAt(text, {site});
    seen.stops = site.text();
    if (seen.shows()) return seen;
  }
  return {};
}

// Whether stops before other kinds than those of `seen`, which come first, show something, too: which kind
// comes first hangs on the program then.
bool ProgramWorker::isOfSeveral(const std::string& text, const Sites& sites,
                                const SeenProgram& seen) {
  if (seen.site.empty() || !batch::isOneKind(seen.site)) return false;
  const auto first = std::ranges::find_if(
      sites, [&](const targets::BreakPolicy& site) { return site.text() == seen.stops; });
  Sites others;
  for (auto site = first; site != sites.end(); ++site) {
    // A handler's entry leads into the operation behind it: it says nothing of its own.
    if (site != first && site->operations.front() != "PushExcInfo") others.push_back(*site);
  }
  return !others.empty() && seenAt(text, others).shows();
}

// No kind is enough: at all of them, with the first one in front that is needed.
SeenProgram ProgramWorker::seenWithout(const std::string& text, const Sites& sites) {
  std::vector<std::string> all;
  for (const targets::BreakPolicy& site : sites) {
    for (const std::string& operation : site.operations) {
      if (std::ranges::find(all, operation) == all.end()) all.push_back(operation);
    }
  }
  for (const targets::BreakPolicy& site : sites) {
    if (site.operations.size() < 2) continue;  // none, and the entry alone
    targets::BreakPolicy others = {.kind = targets::BreakPolicy::Kind::kBefore, .operations = all};
    // The entry goes with each.
    std::erase_if(others.operations, [&](const std::string& operation) {
      return operation != all.front() &&
             std::ranges::find(site.operations, operation) != site.operations.end();
    });
    if (seenAt(text, {others}).shows() || broken_) continue;
    targets::BreakPolicy needed = site;
    for (const std::string& operation : others.operations) {
      if (operation != all.front()) needed.operations.push_back(operation);
    }
    SeenProgram seen = seenAt(text, {needed});
    if (seen.shows()) return seen;
  }
  return {};
}

SeenProgram ProgramWorker::seenClosely(const std::string& text, std::uint64_t seed) {
  const bool isChosen = orders_.breaks.kind == targets::BreakPolicy::Kind::kBefore ||
                        orders_.breaks.kind == targets::BreakPolicy::Kind::kAt;
  if (!isChosen && orders_.breaks.kind != targets::BreakPolicy::Kind::kNone) {
    const auto sites = judge_->sites(text);
    if (!sites) return {};  // what does not compile shows nothing
    SeenProgram seen = seenAtSites(text, *sites);
    if (seen.shows() && isOfSeveral(text, *sites, seen)) {
      seen.signature = batch::signatureAt(batch::kSeveral, seen.subject);
    }
    if (seen.shows() || broken_) return seen;
    seen = seenWithout(text, *sites);
    if (seen.shows() || broken_) return seen;
  }
  SeenProgram seen = seenAlone(text, seed, closeBreaks());
  seen.stops = closeBreaks().text();
  return seen;
}

// A program with a probe behind every statement shows where it begins to differ, and stopped at one kind
// of places, which of them matter. What it shows takes the place of what was seen, if it shows anything.
void ProgramWorker::lookClosely(CaseRecord& record, SeenProgram& seen) {
  auto text = programs_->dense(record.source);
  if (!text) {
    broken_ = driver::inOneLine(std::move(text).error());
    return;
  }
  SeenProgram closely = seenClosely(*text, record.seed);
  if (closely.refused || !closely.shows()) return;
  // Who sees the program as it was is what counts for the oracles.
  closely.seenBy = seen.seenBy;
  seen = std::move(closely);
  record.source = *std::move(text);
  record.breaks = seen.stops;
}

targets::BreakPolicy ProgramWorker::closeBreaks() const {
  const bool isRandom = orders_.breaks.kind == targets::BreakPolicy::Kind::kRandom;
  return isRandom ? targets::BreakPolicy{.kind = targets::BreakPolicy::Kind::kEverywhere}
                  : orders_.breaks;
}

targets::BreakPolicy ProgramWorker::breaksOf(const CaseRecord& record) const {
  return targets::BreakPolicy::parse(record.breaks).value_or(orders_.breaks);
}

std::optional<SmallProgram> ProgramWorker::reduced(const CaseRecord& record,
                                                   std::chrono::milliseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  if (!open()) return std::nullopt;
  const auto breaks = breaksOf(record);
  if (target_->breaksAtProbes()) judge_->stopAfter(record.variant);
  // The finding may be named by what other stops show, too; these are enough to make it small.
  const std::string wanted = seenAlone(record.source, record.seed, breaks).signature;
  if (wanted.empty()) return std::nullopt;
  const auto madeSmall = [&](const il::Program& program, const targets::BreakPolicy& stops,
                             const auto& isEnough) {
    const auto test = [&](const il::Program& candidate) {
      const std::string text = il::print(candidate);
      if (!isOfItsKind(text)) return false;
      const SeenProgram seen = seenAlone(text, record.seed, stops);
      if (broken_ || !isEnough(seen)) return false;
      const SeenProgram plain = seenPlain(text);  // what differs by itself shows nothing
      return !plain.refused && plain.ending.empty() && plain.isStable;
    };
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        end - std::chrono::steady_clock::now());
    return reduce::reduce(program, test,
                          {.time = left, .stop = [&] { return broken_.has_value(); }});
  };
  const reduce::Reduced small =
      madeSmall(il::parse(record.source), breaks,
                [&](const SeenProgram& seen) { return seen.signature == wanted; });
  if (broken_) return std::nullopt;
  SmallProgram made{.text = il::print(small.program)};
  if (!small.fixedPoint || target_->breaksAtProbes()) return made;
  // One cause shows in several ways. What the smallest part of it shows that differs at all is what
  // most programs show of it.
  const reduce::Reduced part = madeSmall(small.program, orders_.breaks,
                                         [](const SeenProgram& seen) { return seen.shows(); });
  if (part.fixedPoint && !broken_) {
    made.partShows = confirm({.text = il::print(part.program),
                              .seed = record.seed,
                              .before = {},
                              .isGenerated = true})  // looked at as closely as those
                         .signature;
  }
  if (broken_) return std::nullopt;
  return made;
}

CaseRecord ProgramWorker::judgeText(const std::string& text, std::uint64_t seed) {
  CaseRecord record;
  record.seed = seed;
  if (!open()) return record;
  const SeenProgram seen = seenAlone(text, seed, orders_.breaks);
  if (seen.refused || seen.shows()) record = confirm({0, text, seed, {}});
  record.stops = seen.counted.stops;
  record.frames = seen.counted.frames;
  return record;
}

CaseRecord ProgramWorker::judgeGenerated(std::uint64_t from, std::uint64_t index) {
  if (from == index)
    return judgeText(generatedProgram(orders_.seed, index), variantSeed(orders_.seed, index));
  CaseRecord record;
  record.seed = variantSeed(orders_.seed, index);
  if (!open()) return record;
  const Suspect last = suspect(index, from);
  const SeenProgram seen = seenBehind(last);
  record.stops = seen.counted.stops;
  record.frames = seen.counted.frames;
  if (!seen.shows()) return record;
  return confirm(last);
}

void ProgramWorker::go(std::uint64_t share) {
  if (open()) {
    say_({{"loaded", 1}});
    const std::uint64_t last = orders_.programs.value_or(~std::uint64_t{0});
    const std::uint64_t size = batchSize();
    for (std::uint64_t from = share * size; from < last && !broken_;
         from += orders_.shards * size) {
      const auto counted = orders_.counted.find(from / size);
      std::uint64_t next = counted == orders_.counted.end() ? from : counted->second;
      const std::uint64_t to = std::min(last, from + size);
      if (next < std::min(to, kEarly)) {
        batch({next, std::min(to, kEarly)});
        next = std::min(to, kEarly);
      }
      if (!broken_) batch({next, to});
    }
  }
  if (broken_) {
    say_({{"broken", *broken_}});
  } else {
    say_({{"done", true}});
  }
}

}  // namespace suture::campaign
