// From options to what a campaign needs, with a message for everything that is wrong with them.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "fuzz/campaign/campaign.h"
#include "fuzz/cli/commands.h"

namespace suture::cli {

struct Prepared {
  campaign::WorkerOrders orders;
  report::Asked asked;
  std::vector<campaign::Input> inputs;
};

/// Why the campaign cannot start: wrong use, or a broken build.
struct Refusal {
  report::ExitCode code;
  std::string message;
};

std::variant<Prepared, Refusal> prepare(const RunOptions& options);

}  // namespace suture::cli
