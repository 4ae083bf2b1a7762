// Seeds derived from the campaign's: one for every (case, round), the same on every machine.
//
//   breakSeed(1, "a.py", 0)      // printed in the reproduce line, enough to replay the case alone
#pragma once

#include <cstdint>
#include <string_view>

namespace suture::campaign {

/// Never above 2^32, so that it is short to print and exact in every JSON reader.
std::uint64_t breakSeed(std::uint64_t campaignSeed, std::string_view caseName, std::uint64_t round);

}  // namespace suture::campaign
