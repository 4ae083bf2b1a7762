#include "fuzz/batch/variant.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fuzz/generate/choices.h"

namespace suture::batch {

std::string Variant::text() const {
  std::string broken = "all";
  if (breaks) broken = breaks->empty() ? "none" : fmt::format("{}", fmt::join(*breaks, ","));
  const bool isRandom = stops.kind == targets::BreakPolicy::Kind::kRandom;
  return fmt::format("breaks {}; stops {}{}", broken, stops.text(),
                     isRandom ? fmt::format(" seed {}", stops.seed) : "");
}

std::vector<Variant> variantsOf(const std::vector<int>& numbers, const targets::BreakPolicy& policy,
                                std::uint64_t seed) {
  generate::Choices choices = generate::Choices::ofSeed(seed);
  std::vector<int> alone;
  std::vector<int> some;
  if (!numbers.empty()) {
    alone.push_back(choices.pick(numbers));
    for (const int number : numbers) {
      if (choices.chance(1, 2)) some.push_back(number);
    }
  }
  std::vector<Variant> variants;
  for (const driver::Breaks& breaks : {driver::Breaks(std::vector<int>()), driver::Breaks(),
                                       driver::Breaks(alone), driver::Breaks(some)}) {
    targets::BreakPolicy stops = policy;
    stops.seed = choices.seed() >> 32U;  // short to print, exact in every JSON reader
    variants.push_back({std::move(stops), breaks});
  }
  return variants;
}

}  // namespace suture::batch
