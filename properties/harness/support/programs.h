// What the laws of the harness share: seeds drawn by RapidCheck, programs, and the corpus.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/generate/generator.h"

namespace suture::properties {

inline rc::Gen<std::uint64_t> anySeed() {
  return rc::gen::resize(rc::kNominalSize, rc::gen::arbitrary<std::uint64_t>());
}

il::Program generated(std::uint64_t seed);

/// Texts of all programs under corpus/seeds.
std::vector<std::string> corpusTexts();

/// A number that stands for the texts of so many programs from a seed.
std::uint64_t digest(std::uint64_t seed, int programs);

}  // namespace suture::properties
