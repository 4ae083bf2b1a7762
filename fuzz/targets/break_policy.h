// Where a target is asked to stop: `none`, `everywhere`, `random[:P]`, `before:KIND,…` or positions `K,K,…`.
//
//   std::optional<BreakPolicy> policy = BreakPolicy::parse("random:0.25");
//   policy->seed = 123;
//
// What holds: `text()` parses back to an equal policy; the seed is not part of the text. Positions
// are byte offsets in the compiled function itself. Kinds are the operations of
// core/bytecode/opcodes.def, and Entry, the first instruction of each function. Pure data, no interpreter.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace suture::targets {

struct BreakPolicy {
  enum class Kind { kNone, kEverywhere, kRandom, kBefore, kAt };
  Kind kind = Kind::kNone;
  double probability = 0.1;                  ///< of kRandom
  std::uint64_t seed = 0;                    ///< of kRandom
  std::vector<int> positions = {};           ///< of kAt
  std::vector<std::string> operations = {};  ///< of kBefore

  static std::optional<BreakPolicy> parse(std::string_view text);
  std::string text() const;
};

}  // namespace suture::targets
