#include "fuzz/campaign/campaign.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>

#include "core/py/check.h"

namespace suture::campaign {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

constexpr int kTick = 200;                 // milliseconds
constexpr std::uint64_t kMostRounds = 64;  // of a visit

// To import an input: some starts of an interpreter more than a case may take.
std::chrono::milliseconds loadLimit(const Limits& limits) {
  return 3 * limits.time + std::chrono::seconds(5);
}

// To judge a case, with what making and reaping its processes takes.
std::chrono::milliseconds judgeLimit(const Limits& limits) {
  return longestJudgement(limits) + std::chrono::seconds(5);
}

// Ends a worker, politely first: then it takes the child it waits for with it.
void endWorker(int pid) {
  kill(pid, SIGTERM);
  for (int i = 0; i < 100; ++i) {
    if (waitpid(pid, nullptr, WNOHANG) != 0) return;
    usleep(10'000);
  }
  kill(pid, SIGKILL);
  waitpid(pid, nullptr, 0);
}

volatile sig_atomic_t askedToEnd = 0;
extern "C" void askToEnd(int) { askedToEnd = 1; }

// Takes Ctrl-C and SIGTERM as a wish to end while it lives.
class EndOnSignal {
 public:
  EndOnSignal() {
    askedToEnd = 0;
    struct sigaction action = {};
    action.sa_handler = askToEnd;
    sigaction(SIGINT, &action, &interrupt_);
    sigaction(SIGTERM, &action, &terminate_);
  }
  ~EndOnSignal() {
    sigaction(SIGINT, &interrupt_, nullptr);
    sigaction(SIGTERM, &terminate_, nullptr);
  }
  EndOnSignal(const EndOnSignal&) = delete;
  EndOnSignal& operator=(const EndOnSignal&) = delete;

 private:
  struct sigaction interrupt_ = {};
  struct sigaction terminate_ = {};
};

std::string ending(int status) {
  if (WIFSIGNALED(status)) return fmt::format("signal {}", WTERMSIG(status));
  return fmt::format("exit status {}", WEXITSTATUS(status));
}

}  // namespace

bool Campaign::goesRound() const {
  return options_.seconds && orders_.breaks.kind == targets::BreakPolicy::Kind::kRandom;
}

double Campaign::elapsed() const {
  return std::chrono::duration<double>(Clock::now() - started_).count();
}

bool Campaign::isEnough() const { return options_.isEnough && options_.isEnough(*totals_); }

bool Campaign::timeIsOver() const { return options_.seconds && elapsed() >= *options_.seconds; }

void Campaign::start(const Visit& visit, size_t slot) {
  int ends[2];
  SUTURE_CHECK(pipe2(ends, O_CLOEXEC) == 0, "a pipe to a worker");
  WorkerOrders orders = orders_;
  orders.settings.folder = fmt::format("{}/{}", options_.folder, slot);
  std::filesystem::create_directories(orders.settings.folder);
  const int parent = getpid();
  const int pid = fork();
  SUTURE_CHECK(pid >= 0, "a worker process can be made");
  if (pid == 0) work(visit, orders, parent, ends[1]);
  close(ends[1]);
  running_.push_back(
      {.visit = visit, .pid = pid, .report = ends[0], .slot = slot, .heard = Clock::now()});
}

void Campaign::hear(Running& worker, const json& line) {
  if (line.contains("record")) {
    count({}, {report::CaseRecord::fromJson(line["record"])});
  } else if (line.contains("batch")) {
    hearBatch(line["batch"]);
  } else if (line.contains("loaded")) {
    worker.loaded = true;
    const bool isShare = worker.visit.input.kind == Input::Kind::kShare;
    if (worker.visit.firstRound == 0 && !isShare) totals_->addInput();
  } else if (line.contains("unloadable")) {
    giveUp(worker, line["unloadable"]);
    worker.finished = true;
  } else if (line.contains("broken")) {
    totals_->setBroken(line["broken"]);
    worker.finished = true;
    broken_ = true;
  } else if (line.contains("done")) {
    worker.finished = true;
  }
}

void Campaign::hearBatch(const json& batch) {
  std::vector<report::CaseRecord> records;
  for (const json& record : batch.at("records")) {
    records.push_back(report::CaseRecord::fromJson(record));
  }
  count({.part = store::BatchPart{batch.at("number"), batch.at("first"), batch.at("from"),
                                  batch.at("to")},
         .programs = report::ProgramCounts::fromJson(batch.at("counts"))},
        records);
}

void Campaign::count(store::Addition addition, const std::vector<report::CaseRecord>& records) {
  const report::Counts before = totals_->counts();
  totals_->addPrograms(addition.programs);
  for (const report::CaseRecord& record : records) {
    if (const auto signature = totals_->add(record)) {
      addition.sightings.push_back(
          {*signature, report::reproduceLine(totals_->asked(), record), record});
    }
  }
  addition.counts = totals_->counts().since(before);
  if (options_.store != nullptr) additions_.push_back(std::move(addition));
}

// All that was heard meanwhile, at once: the slower the disk, the more it is.
void Campaign::keep() {
  if (additions_.empty() || broken_) return;
  try {
    for (const std::string& signature : options_.store->add(additions_)) {
      totals_->setKnown(signature);
    }
  } catch (const store::StoreError& error) {
    totals_->setBroken(error.what());
    broken_ = true;
  }
  additions_.clear();
}

// Nothing to come back for.
void Campaign::giveUp(Running& worker, const std::string& why) {
  const report::Counts before = totals_->counts();
  totals_->addUnloadable(worker.visit.input.label, why);
  if (options_.store != nullptr) {
    additions_.push_back({.counts = totals_->counts().since(before)});
  }
  worker.visit.rounds = 0;
}

void Campaign::giveUpSilent(Running& worker) {
  const Limits& limits = orders_.settings.limits;
  const auto silent = Clock::now() - worker.heard;
  if (!worker.loaded && silent > loadLimit(limits)) {
    giveUp(worker, fmt::format("is not imported within {} ms", loadLimit(limits).count()));
  } else if (worker.loaded && silent > judgeLimit(limits)) {
    giveUp(worker, fmt::format("its worker says nothing for {} ms, longer than a case may take",
                               judgeLimit(limits).count()));
  } else {
    return;
  }
  worker.finished = true;
  close(worker.report);
  worker.report = -1;
}

void Campaign::read(Running& worker) {
  char bytes[65536];
  const ssize_t got = ::read(worker.report, bytes, sizeof bytes);
  if (got < 0 && errno == EINTR) return;
  if (got <= 0) {
    close(worker.report);
    worker.report = -1;
    return;
  }
  worker.heard = Clock::now();
  worker.text.append(bytes, static_cast<size_t>(got));
  size_t from = 0;
  for (size_t end; (end = worker.text.find('\n', from)) != std::string::npos; from = end + 1) {
    hear(worker, json::parse(std::string_view(worker.text).substr(from, end - from)));
  }
  worker.text.erase(0, from);
}

// The worker has closed its end: what became of its visit.
void Campaign::ended(Running& worker) {
  int status = 0;
  if (worker.finished) {
    endWorker(worker.pid);
  } else {
    waitpid(worker.pid, &status, 0);
  }
  if (!worker.finished && worker.loaded && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT) {
    totals_->setBroken(
        fmt::format("the worker on {} ended: {}", worker.visit.input.label, ending(status)));
    broken_ = true;
  } else if (!worker.finished) {
    giveUp(worker, fmt::format("ends the process {} it is imported: {}",
                               worker.loaded ? "after" : "while", ending(status)));
  }
  if (worker.visit.firstRound == 0) ++firstVisitsDone_;
  const Input::Kind kind = worker.visit.input.kind;
  const bool isGenerated = kind == Input::Kind::kShare || kind == Input::Kind::kGenerated;
  if (goesRound() && !isGenerated && worker.visit.rounds > 0) {
    waiting_.push_back({.input = worker.visit.input,
                        .firstRound = worker.visit.firstRound + worker.visit.rounds,
                        .rounds = std::min(kMostRounds, worker.visit.rounds * 2)});
  }
}

void Campaign::waitForWorkers() {
  std::vector<pollfd> polls;
  for (const Running& worker : running_) {
    polls.push_back({.fd = worker.report, .events = POLLIN, .revents = 0});
  }
  if (poll(polls.data(), polls.size(), kTick) > 0) {
    for (size_t i = 0; i < polls.size(); ++i) {
      if (polls[i].revents != 0) read(running_[i]);
    }
  }
  keep();
  for (Running& worker : running_) {
    if (worker.report >= 0) giveUpSilent(worker);
    if (worker.report < 0) ended(worker);
  }
  std::erase_if(running_, [](const Running& worker) { return worker.report < 0; });
}

void Campaign::endAll() {
  for (const Running& worker : running_) kill(worker.pid, SIGTERM);
  for (const Running& worker : running_) {
    endWorker(worker.pid);
    close(worker.report);
  }
  running_.clear();
}

void Campaign::run(const std::vector<Input>& inputs, report::Totals& totals,
                   const std::function<void(const Progress&)>& tick) {
  const EndOnSignal ears;
  totals_ = &totals;
  started_ = Clock::now();
  for (const Input& input : inputs) waiting_.push_back({.input = input});
  auto ticked = Clock::now();
  while (!askedToEnd && !broken_ && !timeIsOver() && !isEnough() &&
         !(waiting_.empty() && running_.empty())) {
    while (!waiting_.empty() && running_.size() < static_cast<size_t>(options_.jobs)) {
      size_t slot = 0;
      while (std::ranges::find(running_, slot, &Running::slot) != running_.end()) ++slot;
      const Visit visit = waiting_.front();
      waiting_.pop_front();
      start(visit, slot);
    }
    waitForWorkers();
    if (Clock::now() - ticked < std::chrono::milliseconds(kTick)) continue;
    ticked = Clock::now();
    tick({elapsed(), firstVisitsDone_, inputs.size(), &totals});
  }
  keep();
  if (askedToEnd) totals.setInterrupted();
  if (firstVisitsDone_ == inputs.size()) totals.setComplete();
  endAll();
}

}  // namespace suture::campaign
