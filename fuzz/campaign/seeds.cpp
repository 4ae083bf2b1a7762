#include "fuzz/campaign/seeds.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace suture::campaign {

std::uint64_t breakSeed(std::uint64_t campaignSeed, std::string_view caseName,
                        std::uint64_t round) {
  const std::uint64_t named = XXH3_64bits_withSeed(caseName.data(), caseName.size(), campaignSeed);
  return XXH3_64bits_withSeed(&round, sizeof round, named) & 0xffffffffU;
}

}  // namespace suture::campaign
