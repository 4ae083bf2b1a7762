// A campaign of `suture run` and the store it is kept in, if one was asked for.
//
//   auto kept = KeptCampaign::open(options);               // or why not
//   if (auto refusal = kept.begin(options, orders, totals)) …
//   code = kept.end(totals, code);                          // broken if it could not be stored
//
// What holds: without --store nothing happens. A store that cannot be written never takes the summary
// with it: it is printed, and the exit code says that the campaign was not kept.
#pragma once

#include <optional>
#include <string>
#include <variant>

#include "fuzz/cli/setup.h"
#include "fuzz/store/store.h"

namespace suture::cli {

class KeptCampaign {
 public:
  static std::variant<KeptCampaign, Refusal> open(const RunOptions& options);

  /// The campaign, or one that goes on: then the orders leave out what is counted, and the totals
  /// begin with it.
  std::optional<Refusal> begin(const RunOptions& options, campaign::WorkerOrders& orders,
                               report::Totals& totals);
  store::Store* store() { return store_ ? &*store_ : nullptr; }
  /// "runs.db, campaign 3"; empty without a store.
  std::string text() const;
  /// After the summary was printed. Its findings are known from now on where the exit code tells of
  /// them. A message is printed when it could not be written.
  report::ExitCode end(const report::Totals& totals, report::ExitCode code);

 private:
  std::optional<store::Store> store_;
  bool isResumed_ = false;
};

}  // namespace suture::cli
