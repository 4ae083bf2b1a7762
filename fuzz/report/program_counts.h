// What a campaign over generated programs has counted.
//
//   counts.add(ProgramCounts::fromJson(line));
//   counts.validity();          // share of programs that ended, or raised what was planned
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>

#include "fuzz/generate/rows.h"
#include "fuzz/report/sizes.h"

namespace suture::report {

struct ProgramCounts {
  std::uint64_t programs = 0;
  std::uint64_t valid = 0;
  std::uint64_t same = 0;    ///< all runs look the same
  std::uint64_t runs = 0;    ///< compiled ones
  std::uint64_t stops = 0;   ///< of the target, where it tells
  std::uint64_t frames = 0;  ///< handled by it
  /// Programs with that row of weights.def, and how many of them were valid.
  std::array<std::uint64_t, generate::kRows> withRow{};
  std::array<std::uint64_t, generate::kRows> validWithRow{};
  std::set<std::uint32_t> features;  ///< situations met (fuzz/batch/features.h)
  Sizes sizes;                       ///< of some of them, evenly taken

  void add(const ProgramCounts& other);
  double validity() const;
  nlohmann::json toJson() const;
  static ProgramCounts fromJson(const nlohmann::json& stored);
};

}  // namespace suture::report
