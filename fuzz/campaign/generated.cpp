#include "fuzz/campaign/generated.h"

#include "fuzz/il/text.h"

namespace suture::campaign {
namespace {

generate::Choices seedsOf(std::uint64_t seed, std::uint64_t index) {
  return generate::Choices::ofSeed(seed ^ (index << 20U));
}

}  // namespace

generate::Generated generated(std::uint64_t seed, std::uint64_t index) {
  generate::Choices seeds = seedsOf(seed, index);
  return generate::generateProgram(generate::Choices::ofSeed(seeds.seed()), generate::Limits());
}

std::string generatedProgram(std::uint64_t seed, std::uint64_t index, generate::RowCounts* rows) {
  const generate::Generated made = generated(seed, index);
  if (rows != nullptr) *rows = made.rows;
  return il::print(made.program);
}

std::uint64_t variantSeed(std::uint64_t seed, std::uint64_t index) {
  return seedsOf(seed, index).seed() >> 32U;
}

}  // namespace suture::campaign
