// Runs one program in a process of its own and tells what it showed.
//
//   Outcome plain = replay("cases/0001-name/program.py", "plain");
//   Outcome stopped = replay("cases/0001-name/program.py", "stops everywhere");
//
// The modes are those of observe.py. The child embeds CPython, so a crash, an exit or a hang is an
// outcome of this replay and nothing else (fuzz/campaign/process.h); the calling process must not
// have started Python. An interpreter that ends badly after the program counts as a crash, and so do
// output and memory past their limits. Costs a start of CPython.
#pragma once

#include <chrono>
#include <string>

namespace suture::regressions {

enum class End {
  kObserved,  ///< text is what the program showed
  kBroken,    ///< the program could not be judged; text is the error
  kCrashed,   ///< the process ended without an answer; text says how, and what it printed
  kHung,      ///< no answer within the limit
};

struct Outcome {
  End end;
  std::string text;
};

/// `fault`: a planted one, on in stopped runs; empty: none.
Outcome replay(const std::string& program, const std::string& mode, const std::string& fault = {},
               std::chrono::milliseconds limit = std::chrono::minutes(1));

}  // namespace suture::regressions
