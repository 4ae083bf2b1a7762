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

/// Probes of plain runs, by what was done about the modes they saw (fuzz/batch/mode_check.h).
struct ModeProbes {
  std::uint64_t compared = 0;   ///< with what the program's text says
  std::uint64_t placeless = 0;  ///< the probe does not tell its place
  std::uint64_t undecided = 0;  ///< the text does not say it

  void add(const ModeProbes& other);
  std::uint64_t all() const { return compared + placeless + undecided; }
};

struct ProgramCounts {
  std::uint64_t programs = 0;
  std::uint64_t valid = 0;
  std::uint64_t same = 0;    ///< all runs look the same
  std::uint64_t runs = 0;    ///< compiled ones
  std::uint64_t stops = 0;   ///< of the target, where it tells
  std::uint64_t frames = 0;  ///< handled by it
  std::uint64_t left = 0;    ///< looked at by it and left to CPython
  /// Programs with that row of weights.def, and how many of them were valid.
  std::array<std::uint64_t, generate::kRows> withRow{};
  std::array<std::uint64_t, generate::kRows> validWithRow{};
  std::set<std::uint32_t> features;  ///< situations met (fuzz/batch/features.h)
  ModeProbes modes;
  Sizes sizes;  ///< of some of them, evenly taken

  void add(const ProgramCounts& other);
  double validity() const;
  nlohmann::json toJson() const;
  static ProgramCounts fromJson(const nlohmann::json& stored);
};

}  // namespace suture::report
