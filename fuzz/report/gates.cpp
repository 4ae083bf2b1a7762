#include "fuzz/report/gates.h"

#include <fmt/format.h>

namespace suture::report {
namespace {

constexpr double kLeastValid = 0.95;
constexpr double kLeastValidOfRow = 0.6;
constexpr std::uint64_t kEnough = 20;  // programs, before a share or a median says anything

void addValidity(const ProgramCounts& counts, std::vector<std::string>& missed) {
  if (counts.validity() < kLeastValid) {
    missed.push_back(fmt::format("{:.1f} % of the programs are valid, less than {:g} %",
                                 100 * counts.validity(), 100 * kLeastValid));
  }
  for (const generate::Row& row : generate::rows()) {
    const auto at = static_cast<std::size_t>(row.id);
    const auto with = static_cast<double>(counts.withRow[at]);
    const auto valid = static_cast<double>(counts.validWithRow[at]);
    if (counts.withRow[at] < kEnough || valid >= kLeastValidOfRow * with) continue;
    missed.push_back(fmt::format("{:.1f} % of the programs with {} are valid, less than {:g} %",
                                 100 * valid / with, row.name, 100 * kLeastValidOfRow));
  }
}

void addSizes(const Sizes& sizes, std::vector<std::string>& missed) {
  if (sizes.programs() < kEnough) return;
  for (std::size_t i = 0; i < sizeRows().size(); ++i) {
    const SizeRow& row = sizeRows()[i];
    const std::uint64_t median = sizes.spreads()[i].quantile(0.5);
    if (median >= row.least) continue;
    missed.push_back(
        fmt::format("the median program has {} {}, less than {}", median, row.text, row.least));
  }
}

}  // namespace

std::vector<std::string> missedBy(const ProgramCounts& counts) {
  std::vector<std::string> missed;
  addValidity(counts, missed);
  addSizes(counts.sizes, missed);
  return missed;
}

}  // namespace suture::report
