// Where two logs of one program differ first.
//
//   if (auto found = firstDifference(plain, compiled, Oracles::all())) …
//   found->oracle() == "O2"; found->path == "modes[0].M.calls"; found->signature()
//
// What holds: equal texts have no difference, and whatever differs is some oracle's to see. Each
// oracle looks at its own parts (parts.def) and at their order; with only some of them enabled the
// others' parts are as if not there. Of differences in one line, the first part's counts; before them,
// that a probe stands elsewhere. A death out of place gives way to whatever else is wrong, and a wrong value
// to modes that are wrong at the next probe.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/oracle/compare.h"

namespace suture::batch {

class Oracles {
 public:
  static Oracles all();
  /// "O1,O6"; nullopt for a name that no part has.
  static std::optional<Oracles> parse(std::string_view text);
  /// The names of all oracles, "O1,O2,…".
  static std::string names();
  bool has(std::string_view id) const { return ids_.contains(std::string(id)); }
  const std::set<std::string>& ids() const { return ids_; }
  Oracles without(std::string_view id) const;

 private:
  std::set<std::string> ids_;
};

/// The kind of what is not a difference of two runs: modes of the plain one, against the program's text.
inline constexpr std::string_view kPlainModes = "plain modes";

struct LogDifference : oracle::Difference {
  std::string kind;                      ///< the part that differs: "call", "modes", …
  std::optional<std::size_t> line = {};  ///< of the plain log, from 0; none: nothing is there
  std::optional<std::size_t> otherLine = {};

  std::string_view oracle() const { return oracle::row(field).oracle; }
  /// What identifies a finding: oracle, part and field; no numbers, names or addresses, and of modes and
  /// frames only which of their fields it is.
  std::string signature() const;
  /// What is wrong, whatever probe happened to show it: "O2 at modes", "O1 at program".
  std::string subject() const;
};

/// Those of `oracles` that see a difference when each looks alone.
std::vector<std::string> whoSees(std::string_view plain, std::string_view other,
                                 const Oracles& oracles);

/// Whether a mode is lost at a difference or, where the ways part there, where both stand at one place again, in
/// the same call. One more may be one that nobody took off, as an error came in between.
std::optional<LogDifference> lostMode(std::string_view plain, std::string_view other,
                                      const LogDifference& difference);

std::optional<LogDifference> firstDifference(std::string_view plain, std::string_view other,
                                             const Oracles& oracles);

}  // namespace suture::batch
