#include "fuzz/cli/kept_campaign.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/py/check.h"
#include "fuzz/report/file.h"

namespace suture::cli {
namespace {

using report::ExitCode;
using store::StoreError;

Refusal refusal(const StoreError& error) {
  return {error.kind() == StoreError::Kind::kWrongFile ? ExitCode::kUsage : ExitCode::kBroken,
          error.what()};
}

// What makes two campaigns the same one: not how long they go, nor over how many workers.
store::Identity identity(const RunOptions& options) {
  const nlohmann::json others = {
      {"breaks", options.breaks.empty() ? options.usualBreaks : options.breaks},
      {"scope", options.scope},
      {"fault", options.fault},
      {"oracles", options.oracles},
      {"timeout", options.timeout},
      {"memory", options.memory},
      {"drift calls", options.driftCalls.value_or(0)},
      {"modules", options.modules},
      {"inputs", options.inputs},
  };
  return {.target = options.target,
          .options = others.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace),
          .seed = std::to_string(options.seed),
          .python = PY_VERSION};
}

const char* outcome(ExitCode code) {
  switch (code) {
    case ExitCode::kClean:
      return "clean";
    case ExitCode::kFinding:
      return "finding";
    case ExitCode::kUsage:
      return "wrong use";
    case ExitCode::kBroken:
      return "broken";
    case ExitCode::kGateMissed:
      return "gate missed";
    case ExitCode::kNothingRan:
      return "nothing ran";
    case ExitCode::kInterrupted:
      return "interrupted";
  }
  SUTURE_CHECK(false, "an exit code is one of the seven");
}

}  // namespace

std::variant<KeptCampaign, Refusal> KeptCampaign::open(const RunOptions& options) {
  KeptCampaign kept;
  if (options.store.empty()) return kept;
  if (options.resume && !options.inputs.empty()) {
    return Refusal{ExitCode::kUsage, "--resume is for generated programs, without inputs"};
  }
  if (auto problem = report::cannotHold(options.store)) {
    return Refusal{ExitCode::kUsage, "--store " + *problem};
  }
  try {
    kept.store_.emplace(options.store);
  } catch (const StoreError& error) {
    return refusal(error);
  }
  return kept;
}

std::optional<Refusal> KeptCampaign::begin(const RunOptions& options,
                                           campaign::WorkerOrders& orders, report::Totals& totals) {
  if (!store_) return std::nullopt;
  try {
    auto before = store_->begin(identity(options), options.resume);
    if (!before) return std::nullopt;
    isResumed_ = true;
    orders.counted = std::move(before->batches);
    totals.addBefore(before->counts, before->programs, std::move(before->findings));
    return std::nullopt;
  } catch (const StoreError& error) {
    return refusal(error);
  }
}

std::string KeptCampaign::text() const {
  if (!store_) return {};
  return fmt::format("{}, campaign {}{}", store_->path(), store_->campaign(),
                     isResumed_ ? ", with what it had before it was resumed" : "");
}

ExitCode KeptCampaign::end(const report::Totals& totals, ExitCode code) {
  if (!store_) return code;
  try {
    for (const report::Finding& finding : totals.findings()) {
      if (finding.record.reduced.empty() || finding.isKnown) continue;
      store_->setReduced(finding.signature, finding.record.reduced);
    }
    store_->end(outcome(code), code == ExitCode::kFinding);
    return code;
  } catch (const StoreError& error) {
    // Where the campaign has ended by it, that is what its summary says.
    if (totals.broken().empty()) fmt::print(stderr, "suture: {}\n", error.what());
    return code == ExitCode::kInterrupted ? code : ExitCode::kBroken;
  }
}

}  // namespace suture::cli
