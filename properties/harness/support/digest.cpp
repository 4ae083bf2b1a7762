// Prints the digest of the programs a seed gives, for comparison between processes.
#include <cstdlib>
#include <iostream>

#include "properties/harness/support/programs.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  std::cout << suture::properties::digest(std::strtoull(argv[1], nullptr, 10), std::atoi(argv[2]));
  return 0;
}
