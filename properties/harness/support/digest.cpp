// Prints the digest of the programs a seed gives, for comparison between processes; with a folder,
// writes programs there.
//
//   generated_digest SEED PROGRAMS [FOLDER]
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "fuzz/il/text.h"
#include "properties/harness/support/programs.h"

int main(int argc, char** argv) {
  if (argc != 3 && argc != 4) return 2;
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  const int programs = std::atoi(argv[2]);
  if (argc == 3) {
    std::cout << suture::properties::digest(seed, programs);
    return 0;
  }
  const std::filesystem::path folder = argv[3];
  std::filesystem::create_directories(folder);
  for (int i = 0; i < programs; ++i) {
    const auto each = seed + static_cast<std::uint64_t>(i);
    std::ofstream(folder / (std::to_string(each) + ".py"))
        << suture::il::print(suture::properties::generated(each));
  }
  return 0;
}
