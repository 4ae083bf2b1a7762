#include "properties/harness/support/programs.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/py/check.h"
#include "fuzz/generate/mutate.h"
#include "fuzz/il/text.h"

namespace suture::properties {

il::Program generated(std::uint64_t seed) {
  return generate::generateProgram(generate::Choices::ofSeed(seed), generate::Limits()).program;
}

std::vector<std::string> corpusTexts() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SUTURE_CORPUS)) {
    if (entry.path().extension() == ".py") paths.push_back(entry.path());
  }
  std::ranges::sort(paths);
  std::vector<std::string> texts;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  SUTURE_CHECK(!texts.empty(), "no program in the corpus");
  return texts;
}

std::uint64_t digest(std::uint64_t seed, int programs) {
  generate::Choices choices = generate::Choices::ofSeed(seed);
  std::uint64_t sum = 14695981039346656037U;  // FNV-1a
  il::Program last;
  for (int i = 0; i < programs; ++i) {
    const il::Program made = generated(choices.seed());
    const il::Program program =
        generate::crossover(generate::mutate(made, choices, generate::Limits()), last, choices);
    for (const char c : il::print(program)) {
      sum = (sum ^ static_cast<unsigned char>(c)) * 1099511628211U;
    }
    last = made;
  }
  return sum;
}

}  // namespace suture::properties
