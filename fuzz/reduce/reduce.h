// Makes a program as small as it gets while a test of the caller's holds: "it still shows the same
// finding".
//
//   Reduced small = reduce(program, [&](const il::Program& p) { return signatureOf(p) == wanted; });
//   il::print(small.program);
//
// What holds: the program that comes back is the one given, or is smaller (search.h) and passed the
// test; every candidate is a valid program; the same program and test give the same result unless
// time runs out. At a fixed point no pass of passes.def finds anything smaller. A test that does not
// hold for the program given, or that changes its mind about a program, gets the program given back.
// Costs a hundred tests or two for a generated program, and no interpreter.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>

#include "fuzz/il/program.h"

namespace suture::reduce {

using Test = std::function<bool(const il::Program&)>;

struct Options {
  std::chrono::milliseconds time{30'000};
  std::function<bool()> stop = {};  ///< asked before each candidate; true ends it as time does
};

struct Reduced {
  il::Program program;
  std::uint64_t tried = 0;     ///< calls of the test
  std::uint64_t accepted = 0;  ///< smaller programs on the way
  bool fixedPoint = false;     ///< false when time ran out or the test cannot be relied on
};

Reduced reduce(const il::Program& program, const Test& test, const Options& options = {});

}  // namespace suture::reduce
