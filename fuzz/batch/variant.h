// The ways one program is run: as plain CPython, and compiled under several break subsets.
//
//   for (const Variant& variant : variantsOf({1, 2, 3}, policy, 7)) …
//   // none of lab.brk(1), (2), (3) breaks; all do; one alone; a random subset
//
// What holds: the same breaks, policy and seed give the same variants, in any process. Each variant
// has a seed of its own for random stops.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fuzz/driver/programs.h"
#include "fuzz/targets/break_policy.h"

namespace suture::batch {

struct Variant {
  targets::BreakPolicy stops;  ///< of the target's own frames
  driver::Breaks breaks;       ///< numbers of lab.brk()
  bool hasProbes = true;       ///< else nothing but run() looks, and lab.brk() breaks unseen
  /// What it takes, of a target that breaks at probes: "" nothing, "over graph breaks", "between probes".
  std::optional<std::string> relation = {};

  /// "breaks 1,3; stops random:0.1 seed 99", "breaks all; stops none; no probes"
  std::string text() const;
};

/// For targets that break at every probe: without and with probes, each subset once; `seed` picks.
std::vector<Variant> variantsWithoutProbes(const std::vector<int>& numbers, std::uint64_t seed);

/// `numbers`: of the lab.brk() that the plain run passed.
std::vector<Variant> variantsOf(const std::vector<int>& numbers, const targets::BreakPolicy& policy,
                                std::uint64_t seed);

}  // namespace suture::batch
