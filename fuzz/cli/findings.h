// After a campaign: the programs of its findings, made small and written to a folder.
//
//   if (auto problem = keepPrograms(options, orders, totals)) fmt::print(stderr, "{}\n", *problem);
//
// What holds: a file is whole or absent; the folder is made only when there is something to keep.
// Known findings are left out: their store has them. A finding whose file could not be written keeps
// the line that generates its program again.
#pragma once

#include <optional>
#include <string>

#include "fuzz/campaign/worker.h"
#include "fuzz/cli/commands.h"
#include "fuzz/report/totals.h"

namespace suture::cli {

/// A signature as the name of a file: "o6-at-brk-frame-tensor-values".
std::string fileName(const std::string& signature);
/// A message when something could not be kept.
std::optional<std::string> keepPrograms(const RunOptions& options,
                                        const campaign::WorkerOrders& orders,
                                        report::Totals& totals);

}  // namespace suture::cli
