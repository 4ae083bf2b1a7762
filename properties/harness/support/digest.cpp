// Prints the digest of the programs a seed gives, for comparison between processes.
//
//   generated_digest SEED PROGRAMS
#include <cstdlib>
#include <iostream>

#include "properties/harness/support/programs.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::uint64_t seed = std::strtoull(argv[1], nullptr, 10);
  std::cout << suture::properties::digest(seed, std::atoi(argv[2]));
  return 0;
}
