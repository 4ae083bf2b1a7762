// Proves that the harness sees what it is there to see: every wrong stub target is run on a small
// program and must be found at the place its row names; plain CPython must not be.
//
//   Examination found = examine(folder, Depth::kCore);
//   if (!found.well()) fmt::print("{}", found.problems());
//
// Costs about a second. What holds: no interpreter in the calling process.
#pragma once

#include <string>
#include <vector>

namespace suture::campaign {

struct Examined {
  std::string target;  ///< "hang", or "core --fault P01"
  bool well = false;
  std::string text;  ///< where it was seen, or what is wrong
};

struct Examination {
  std::vector<Examined> targets;
  std::string broken;  ///< set when the harness could not even be started

  bool well() const;
  /// What is wrong, each on a line of its own after the first.
  std::string problems() const;
};

/// How much is examined: the stubs; the core target too (stopped everywhere, it must stop and show
/// no difference); the core with planted faults too, in builds that have them: one of each oracle.
enum class Depth { kStubs, kCore, kFaults };

Examination examine(const std::string& folder, Depth depth);

}  // namespace suture::campaign
