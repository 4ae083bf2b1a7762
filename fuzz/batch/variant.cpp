#include "fuzz/batch/variant.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "fuzz/generate/choices.h"

namespace suture::batch {
namespace {

// None of them, all, one alone, a random subset.
std::vector<driver::Breaks> subsetsOf(const std::vector<int>& numbers, generate::Choices& choices) {
  std::vector<int> alone;
  std::vector<int> some;
  if (!numbers.empty()) {
    alone.push_back(choices.pick(numbers));
    for (const int number : numbers) {
      if (choices.chance(1, 2)) some.push_back(number);
    }
  }
  return {driver::Breaks(std::vector<int>()), driver::Breaks(), driver::Breaks(alone),
          driver::Breaks(some)};
}

}  // namespace

std::string Variant::text() const {
  std::string broken = "all";
  if (breaks) broken = breaks->empty() ? "none" : fmt::format("{}", fmt::join(*breaks, ","));
  const bool isRandom = stops.kind == targets::BreakPolicy::Kind::kRandom;
  return fmt::format("breaks {}; stops {}{}{}", broken, stops.text(),
                     isRandom ? fmt::format(" seed {}", stops.seed) : "",
                     hasProbes ? "" : "; no probes");
}

std::vector<Variant> variantsOf(const std::vector<int>& numbers, const targets::BreakPolicy& policy,
                                std::uint64_t seed) {
  generate::Choices choices = generate::Choices::ofSeed(seed);
  std::vector<Variant> variants;
  for (const driver::Breaks& breaks : subsetsOf(numbers, choices)) {
    targets::BreakPolicy stops = policy;
    stops.seed = choices.seed() >> 32U;  // short to print, exact in every JSON reader
    variants.push_back({std::move(stops), breaks});
  }
  return variants;
}

std::vector<Variant> variantsWithoutProbes(const std::vector<int>& numbers, std::uint64_t seed) {
  generate::Choices choices = generate::Choices::ofSeed(seed);
  const std::vector<driver::Breaks> subsets = subsetsOf(numbers, choices);
  std::vector<Variant> variants;
  for (const bool hasProbes : {false, true}) {
    std::vector<driver::Breaks> tried;
    for (const driver::Breaks& breaks : subsets) {
      const bool isAll = !breaks || breaks->size() == numbers.size();
      const driver::Breaks subset = isAll && !numbers.empty() ? std::nullopt : breaks;
      const bool isWanted = !hasProbes || !subset || subset->empty();
      if (!isWanted || std::ranges::find(tried, subset) != tried.end()) continue;
      if (!subset && numbers.empty()) continue;
      tried.push_back(subset);
      const bool isWhole = subset && subset->empty();
      variants.push_back({{.kind = targets::BreakPolicy::Kind::kNone},
                          subset,
                          hasProbes,
                          hasProbes ? "between probes"
                          : isWhole ? ""
                                    : "over graph breaks"});
    }
  }
  return variants;
}

}  // namespace suture::batch
