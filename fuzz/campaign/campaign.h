// A campaign: workers over a list of inputs, until all is done or the time is over.
//
//   Campaign campaign(orders, options);
//   campaign.run(inputs, totals, [](const Progress& p) { … });
//
// What holds:
//  * At most `jobs` workers at a time, each a process; a worker that hangs, crashes or exits is a
//    fact about its input and never ends the campaign. Only abort() does: a broken invariant.
//  * With a time and random breaks it goes round and round with new seeds; later visits do more
//    rounds, so that imports cost less and less. Otherwise it is one pass.
//  * With a store, what a worker said is stored before anything else is waited for. A store that cannot
//    be written ends the campaign.
//  * Ctrl-C and SIGTERM end it early; no worker outlives it, not even after kill -9.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <vector>

#include "fuzz/campaign/worker.h"
#include "fuzz/report/totals.h"
#include "fuzz/store/store.h"

namespace suture::campaign {

struct Progress {
  double seconds = 0;
  size_t inputsDone = 0;  ///< of the first pass
  size_t inputs = 0;
  const report::Totals* totals = nullptr;
};

struct CampaignOptions {
  int jobs = 1;
  std::optional<double> seconds{};
  std::string folder;             ///< exists, exclusively ours
  store::Store* store = nullptr;  ///< with a campaign begun
  /// Asked after what a worker has told: true ends the campaign.
  std::function<bool(const report::Totals&)> isEnough = {};
};

class Campaign {
 public:
  Campaign(WorkerOrders orders, CampaignOptions options)
      : orders_(std::move(orders)), options_(std::move(options)) {}

  /// `tick` is called about five times a second.
  void run(const std::vector<Input>& inputs, report::Totals& totals,
           const std::function<void(const Progress&)>& tick);

 private:
  struct Running {
    Visit visit;
    int pid = 0;
    int report = -1;        ///< the worker's lines come here
    size_t slot = 0;        ///< which folder it has
    std::string text = {};  ///< an unfinished line
    bool loaded = false;
    bool finished = false;                          ///< said "done" or another last word
    std::chrono::steady_clock::time_point heard{};  ///< when it said something, or was started
  };

  bool goesRound() const;
  bool timeIsOver() const;
  bool isEnough() const;
  double elapsed() const;
  void start(const Visit& visit, size_t slot);
  void waitForWorkers();
  void read(Running& worker);
  void hear(Running& worker, const nlohmann::json& line);
  void hearBatch(const nlohmann::json& batch);
  void count(store::Addition addition, const std::vector<report::CaseRecord>& records);
  void keep();
  void giveUp(Running& worker, const std::string& why);
  void giveUpSilent(Running& worker);
  void ended(Running& worker);
  void endAll();

  WorkerOrders orders_;
  CampaignOptions options_;
  report::Totals* totals_ = nullptr;
  std::deque<Visit> waiting_;
  std::vector<Running> running_;
  size_t firstVisitsDone_ = 0;
  std::vector<store::Addition> additions_;  ///< heard, not stored yet
  bool broken_ = false;
  std::chrono::steady_clock::time_point started_{};
};

}  // namespace suture::campaign
