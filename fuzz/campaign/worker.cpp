#include "fuzz/campaign/worker.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <iterator>
#include <map>

#include "fuzz/campaign/interpreter.h"
#include "fuzz/campaign/programs.h"
#include "fuzz/campaign/seeds.h"
#include "fuzz/report/record.h"

namespace suture::campaign {
namespace {

using nlohmann::json;
using oracle::Verdict;
using report::CaseRecord;

void tell(int report, const json& line) {
  const std::string text = line.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
  std::string_view left = text;
  while (!left.empty()) {
    const ssize_t done = write(report, left.data(), left.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) _exit(125);
    left.remove_prefix(static_cast<size_t>(done));
  }
}

std::uint64_t seedOf(const Visit& visit, const WorkerOrders& orders, std::string_view name,
                     std::uint64_t round) {
  return orders.seedIsOfCase ? orders.seed
                             : breakSeed(orders.seed, caseName(visit.input, name), round);
}

std::string contentOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// One program of suture.lab in all its variants: written down, each round with another seed for them,
// or generated.
void judgeProgram(const Visit& visit, const WorkerOrders& orders, int report) {
  const auto say = [report](const json& line) { tell(report, line); };
  const bool isGenerated = visit.input.kind == Input::Kind::kGenerated;
  const auto generated = isGenerated ? generatedRange(visit.input.what) : std::nullopt;
  const std::string text = isGenerated ? "" : contentOf(visit.input.what);
  ProgramWorker worker(orders, say);
  say({{"loaded", 1}});
  for (std::uint64_t round = visit.firstRound; round < visit.firstRound + visit.rounds; ++round) {
    CaseRecord record = generated ? worker.judgeGenerated(generated->first, generated->last)
                                  : worker.judgeText(text, seedOf(visit, orders, "run", round));
    if (worker.broken()) {
      say({{"broken", *worker.broken()}});
      return;
    }
    record.input = visit.input.label;
    record.round = round;
    say({{"record", record.toJson()}});
    if (isGenerated) break;
  }
  say({{"done", true}});
}

class Worker {
 public:
  Worker(const Visit& visit, const WorkerOrders& orders, int report)
      : visit_(visit), orders_(orders), report_(report), runner_(driver_, orders.settings) {}

  void go() {
    auto loaded = runner_.load(visit_.input);
    if (const std::string* why = std::get_if<std::string>(&loaded)) {
      say({{"unloadable", *why}});
      return;
    }
    cases_ = std::get<std::vector<CaseInfo>>(std::move(loaded));
    say({{"loaded", cases_.size()}});
    for (std::uint64_t round = visit_.firstRound; round < visit_.firstRound + visit_.rounds;
         ++round) {
      for (size_t index = 0; index < cases_.size(); ++index) {
        if (orders_.only && cases_[index].name != *orders_.only) continue;
        const CaseRecord record = judged(index, round);
        if (runner_.broken()) {
          say({{"broken", runner_.broken()->why}});
          return;
        }
        say({{"record", record.toJson()}});
      }
    }
    say({{"done", true}});
  }

 private:
  void say(const json& line) { tell(report_, line); }

  CaseRecord judged(size_t index, std::uint64_t round) {
    CaseRecord record;
    record.input = visit_.input.label;
    if (visit_.input.kind == Input::Kind::kTestModule) record.test = cases_[index].name;
    record.line = cases_[index].line;
    record.round = round;
    record.seed = seedOf(visit_, orders_, cases_[index].name, round);
    auto [known, isNew] = plain_.try_emplace(index);
    if (isNew) known->second = runner_.plain(index);
    const oracle::Observation& plain = known->second;
    record.skipped = plain.skipped;
    record.seconds = plain.seconds;
    if (auto why = oracle::whyDiscarded(plain)) {
      record.judgement = {.verdict = Verdict::kDiscarded, .reason = *why};
      return record;
    }
    targets::BreakPolicy policy = orders_.breaks;
    policy.seed = record.seed;
    JudgedCase seen = runner_.judge(index, plain, policy);
    record.judgement = std::move(seen.judgement);
    record.stops = seen.stopped.stops;
    record.frames = seen.stopped.frames;
    record.seconds = seen.stopped.seconds;
    if (record.judgement.difference) {
      record.plain = plain.toJson();
      record.stopped = seen.stopped.toJson();
    }
    return record;
  }

  const Visit& visit_;
  const WorkerOrders& orders_;
  int report_;
  driver::Driver driver_;
  CaseRunner runner_;
  std::vector<CaseInfo> cases_;
  std::map<size_t, oracle::Observation> plain_;
};

}  // namespace

void work(const Visit& visit, const WorkerOrders& orders, int parent, int report) noexcept {
  becomeWorker(parent);
  const int nothing = open("/dev/null", O_RDWR);
  for (int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) dup2(nothing, standard);
  limitMemory(orders.settings.limits.memoryBytes);
  startInterpreter();
  switch (visit.input.kind) {
    case Input::Kind::kShare:
      ProgramWorker(orders, [report](const json& line) {
        tell(report, line);
      }).go(std::stoull(visit.input.what));
      break;
    case Input::Kind::kGenerated:
    case Input::Kind::kMarked:
      judgeProgram(visit, orders, report);
      break;
    case Input::Kind::kProgram:
    case Input::Kind::kTestModule:
      Worker(visit, orders, report).go();
  }
  _exit(0);
}

}  // namespace suture::campaign
