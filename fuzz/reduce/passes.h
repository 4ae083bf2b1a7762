// The passes (passes.def): functions that propose smaller programs to a search until it takes none.
//
//   for (const PassRow& pass : passes()) pass.run(search);
//
// What holds: a pass proposes the same candidates for the same best program, so a second run that
// takes nothing asks no test anew.
#pragma once

#include <span>
#include <string_view>

#include "fuzz/reduce/search.h"

namespace suture::reduce {

#define PASS(id, text) void id(Search& search);
#include "fuzz/reduce/passes.def"
#undef PASS

struct PassRow {
  std::string_view name;
  std::string_view text;
  void (*run)(Search&);
};

std::span<const PassRow> passes();

/// Calls `tries(line)` for all lines of the best program, last ones first: what it proposes and is
/// taken may change those from there on.
template <class Tries>
void eachLine(Search& search, const Tries& tries) {
  for (std::size_t i = search.lines().size(); i-- > 0 && !search.isOver();) {
    if (i < search.lines().size()) tries(i);
  }
}

/// Proposes the best program with one line exchanged.
inline bool proposeLine(Search& search, std::size_t at, Line line) {
  Lines lines = search.lines();
  lines[at] = std::move(line);
  return search.propose(lines);
}

}  // namespace suture::reduce
