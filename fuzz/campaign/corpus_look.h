// What must hold of each stored program on its own, without a target: it parses, its text is the IL's
// inverse, it has a docstring that tells its idea and a run(), runs plain the same twice, and does not
// raise what was not planned.
//
//   const auto looks = lookAt(programs);
//   if (looks) … (*looks)[0].problems, (*looks)[0].features
//
// What holds: each program has a process of its own with limits; one that ends it has that as its
// problem. No interpreter in the calling process.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace suture::campaign {

struct StoredProgram {
  std::string path;  ///< of its file; for those without marks, which are imported
  std::string text;
  bool isMarked = false;  ///< marks functions for the target
};

struct Look {
  std::vector<std::string> problems;  ///< each follows the program's name in a sentence
  bool isSound = false;               ///< runs the same twice, raises only what was planned
  std::set<std::uint32_t> features;   ///< situations that a marked one met (fuzz/batch/features.h)
};

/// A look for each, or why the harness could not look.
std::variant<std::vector<Look>, std::string> lookAt(std::span<const StoredProgram> programs);

}  // namespace suture::campaign
