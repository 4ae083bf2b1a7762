// What the note of a regression case says (regressions/README.md): whether the bug is there, how it was
// seen, and the cause.
//
//   Status: open
//   Signature: O6 at brk: frame.locals.t                  these two
//   Run: breaks 1,3; stops random:0.1 seed 99             where it was promoted
//
//   The cause, in three lines.
//
// What holds: parse and text are each other's inverse.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace suture::report {

struct RegressionNote {
  bool isOpen = false;
  std::string signature = {};
  std::string run = {};  ///< replayed besides the usual ones
  std::string cause = {};

  /// nullopt when it does not begin with a status, or has no cause.
  static std::optional<RegressionNote> parse(std::string_view text);
  std::string text() const;
};

}  // namespace suture::report
