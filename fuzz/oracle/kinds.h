// The kind of fault that a signature speaks of.
//
//   kindOf("O2 at modes: length").number            // 1, unbalanced scopes
//
// What holds: each signature has one; it says what the difference looks like, not what causes it.
#pragma once

#include <span>
#include <string_view>

namespace suture::oracle {

struct Kind {
  std::string_view words;
  int number;
  std::string_view text;
};

/// The rows of kinds.def.
std::span<const Kind> kinds();
const Kind& kindOf(std::string_view signature);

}  // namespace suture::oracle
