// The table of legitimate differences, and which of its rows have rotted.
//
//   Tolerated table(toleratedRows(), "3.11");
//   if (const ToleratedRow* row = table.find("test_sys:SysModuleTest.test_x")) row->reason
//
// What holds: a row applies to the versions it names only; a row is rotten when a case it matches
// was run and none of them differed (meaningful after a full pass with stops everywhere).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace suture::oracle {

struct ToleratedRow {
  std::string_view versions;
  std::string_view pattern;
  std::string_view reason;
};

/// The rows of tolerated.def.
std::span<const ToleratedRow> toleratedRows();

/// `*` matches any text, also none; everything else itself.
bool matches(std::string_view pattern, std::string_view text);

class Tolerated {
 public:
  Tolerated(std::span<const ToleratedRow> rows, std::string_view version);

  /// The row that forgives a difference of this case, or null.
  const ToleratedRow* find(std::string_view caseName) const;
  /// Notes that a case was compared, and whether it differed.
  void note(std::string_view caseName, bool differed);
  /// Patterns of the rows that were tried and forgave nothing.
  std::vector<std::string_view> rotten() const;

 private:
  struct Use {
    const ToleratedRow* row;
    bool tried = false;
    bool differed = false;
  };
  std::vector<Use> uses_;
};

}  // namespace suture::oracle
