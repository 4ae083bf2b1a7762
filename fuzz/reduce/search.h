// The best program so far, and the gate each candidate goes through. Knows neither the passes that
// propose nor what the test is about.
//
//   Search search(program, test, options);
//   if (search.propose(lines)) …               // search.lines() are other lines now
//
// What holds: a candidate is taken when it is a program, comes before the best one in the order of
// sizes, was not tried before, and passes the test. The order is total and has no endless descent
// (statements, then length of text, then the text itself), so passes may run until nothing changes.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <unordered_set>

#include "fuzz/reduce/lines.h"
#include "fuzz/reduce/reduce.h"

namespace suture::reduce {

class Search {
 public:
  Search(const il::Program& program, Test test, Options options);

  const il::Program& best() const { return best_; }
  const Lines& lines() const { return lines_; }
  bool isOver();

  /// Whether the lines were taken; refused without a test when they are no program.
  bool propose(const Lines& lines);
  /// The same, of what mending (mend.h) makes of the lines.
  bool proposeMended(Lines lines);

  /// Whether the test holds for the best program each time it is asked again.
  bool confirms();
  void takeBack(const il::Program& program) { best_ = program; }

  std::uint64_t tried() const { return tried_; }
  std::uint64_t accepted() const { return accepted_; }

 private:
  bool take(const std::optional<il::Program>& made);

  Test test_;
  Options options_;
  std::chrono::steady_clock::time_point end_;
  il::Program best_;
  Lines lines_;
  std::string text_;
  std::unordered_set<std::string> texts_;  // of all candidates tested
  std::uint64_t tried_ = 0, accepted_ = 0;
};

}  // namespace suture::reduce
