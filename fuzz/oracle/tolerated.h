// The table of legitimate differences, and which of its rows have rotted.
//
//   Tolerated table(toleratedRows(), "3.11");
//   if (const ToleratedRow* row = table.find("test_sys:SysModuleTest.test_x", difference)) …
//
// What holds: a row applies to the versions it names only and never forgives how a process ended
// (a crash, a hang); a row is rotten when a case it matches was run and it forgave nothing
// (meaningful after a full pass with stops everywhere).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/oracle/compare.h"

namespace suture::oracle {

struct ToleratedRow {
  std::string_view versions;
  std::string_view pattern;
  std::string_view reason;
  std::string_view place = {};  ///< of its test: "FILE: Suite.Name"
};

/// The rows of tolerated.def.
std::span<const ToleratedRow> toleratedRows();

/// What programs of a dialect do not tell.
struct UntoldRow {
  std::string_view dialect;
  std::string_view field;  ///< of lab::Told
  std::string_view reason;
  std::string_view place;
};
std::span<const UntoldRow> untoldRows();

/// `*` matches any text, also none; everything else itself.
bool matches(std::string_view pattern, std::string_view text);

class Tolerated {
 public:
  Tolerated(std::span<const ToleratedRow> rows, std::string_view version);

  /// The row that forgives this difference of this case, or null.
  const ToleratedRow* find(std::string_view caseName, const Difference& difference) const;
  /// Notes that a case was compared, and whether it showed a difference that can be forgiven.
  void note(std::string_view caseName, bool forgivable);
  /// Patterns of the rows that were tried and forgave nothing.
  std::vector<std::string_view> rotten() const;

 private:
  struct Use {
    const ToleratedRow* row;
    bool tried = false;
    bool forgave = false;
  };
  std::vector<Use> uses_;
};

}  // namespace suture::oracle
