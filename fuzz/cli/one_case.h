// One case, judged once as the line of a finding says: what `repro` shows and `reduce` makes small.
//
//   auto judged = judgeOne(options);
//   if (auto* one = std::get_if<OneCase>(&judged)) … one->totals.findings() …
#pragma once

#include <variant>

#include "fuzz/cli/setup.h"

namespace suture::cli {

struct OneCase {
  campaign::WorkerOrders orders;
  report::Totals totals;
};

std::variant<OneCase, Refusal> judgeOne(const RunOptions& options);

}  // namespace suture::cli
