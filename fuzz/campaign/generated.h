// Program n of a seed: the same text, and the same variants, in any process and any campaign.
//
//   generatedProgram(1, 17)       // what `suture repro --seed 1 generated:17` runs
#pragma once

#include <cstdint>
#include <string>

#include "fuzz/generate/generator.h"

namespace suture::campaign {

/// The program itself, and how often each row of weights.def was used.
generate::Generated generated(std::uint64_t seed, std::uint64_t index);
/// Its text. `rows`, where given: how often each row of weights.def was used.
std::string generatedProgram(std::uint64_t seed, std::uint64_t index,
                             generate::RowCounts* rows = nullptr);
/// The seed of its variants; never above 2^32.
std::uint64_t variantSeed(std::uint64_t seed, std::uint64_t index);

}  // namespace suture::campaign
