#include "fuzz/batch/distill.h"

#include <algorithm>
#include <map>
#include <optional>

namespace suture::batch {
namespace {

using Features = std::set<std::uint32_t>;

std::size_t newIn(const Candidate& candidate, const Features& met) {
  return static_cast<std::size_t>(std::ranges::count_if(
      candidate.features, [&](std::uint32_t feature) { return !met.contains(feature); }));
}

// The one that meets most of what is not met yet; nullopt when none does.
std::optional<std::size_t> best(std::span<const Candidate> candidates, const Features& met) {
  std::optional<std::size_t> found;
  std::size_t most = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const std::size_t gain = newIn(candidates[i], met);
    if (gain == 0) continue;
    if (gain > most || (gain == most && candidates[i].length < candidates[*found].length)) {
      found = i;
      most = gain;
    }
  }
  return found;
}

// Leaves out what the others meet as well: the first choices may have become that.
void dropSuperfluous(std::span<const Candidate> candidates, std::vector<std::size_t>& chosen) {
  std::map<std::uint32_t, std::size_t> meeting;
  for (const std::size_t i : chosen) {
    for (const std::uint32_t feature : candidates[i].features) ++meeting[feature];
  }
  const std::vector<std::size_t> all = chosen;
  for (const std::size_t i : all) {
    const Features& features = candidates[i].features;
    const auto isMetAgain = [&](std::uint32_t feature) { return meeting[feature] > 1; };
    if (!std::ranges::all_of(features, isMetAgain)) continue;
    for (const std::uint32_t feature : features) --meeting[feature];
    std::erase(chosen, i);
  }
}

}  // namespace

std::vector<std::size_t> distilled(std::span<const Candidate> candidates) {
  std::vector<std::size_t> chosen;
  Features met;
  while (const auto next = best(candidates, met)) {
    chosen.push_back(*next);
    met.insert(candidates[*next].features.begin(), candidates[*next].features.end());
  }
  dropSuperfluous(candidates, chosen);
  std::ranges::sort(chosen);
  return chosen;
}

}  // namespace suture::batch
