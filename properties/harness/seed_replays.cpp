// Law: the same seed gives the same programs, in this process and in others, whatever their hash seed.
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <string>

#include "properties/harness/support/programs.h"

namespace suture::properties {
namespace {

std::string digestInAnotherProcess(int seed, int programs, int hashSeed) {
  const std::string command = "PYTHONHASHSEED=" + std::to_string(hashSeed) + " " + SUTURE_DIGEST +
                              " " + std::to_string(seed) + " " + std::to_string(programs);
  FILE* pipe = popen(command.c_str(), "r");
  std::array<char, 64> line{};
  const std::size_t got = fread(line.data(), 1, line.size() - 1, pipe);
  return pclose(pipe) == 0 ? std::string(line.data(), got) : "failed";
}

TEST(Property, SeedReplays) {
  for (int seed = 1; seed <= 3; ++seed) {
    const std::string here = std::to_string(digest(static_cast<std::uint64_t>(seed), 40));
    EXPECT_EQ(here, std::to_string(digest(static_cast<std::uint64_t>(seed), 40)));
    EXPECT_EQ(here, digestInAnotherProcess(seed, 40, 0));
    EXPECT_EQ(here, digestInAnotherProcess(seed, 40, 4711));
    EXPECT_NE(here, std::to_string(digest(static_cast<std::uint64_t>(seed) + 7, 40)));
  }
}

}  // namespace
}  // namespace suture::properties
