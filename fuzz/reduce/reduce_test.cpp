#include "fuzz/reduce/reduce.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <thread>

#include "fuzz/generate/generator.h"
#include "fuzz/il/text.h"
#include "fuzz/reduce/lines.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Op;

il::Program generated(std::uint64_t seed) {
  return generate::generateProgram(generate::Choices::ofSeed(seed), generate::Limits()).program;
}

bool hasOpaque(const il::Program& program) {
  return std::ranges::count(program.instructions(), Op::kOpaque, &Instruction::op) > 0;
}

bool has(const Line& line, Op op, std::string_view text) {
  return std::ranges::any_of(line, [&](const Instruction& instruction) {
    return instruction.op == op && instruction.text == text;
  });
}
bool isBreak(const Line& line) { return has(line, Op::kLab, "brk"); }
bool isAppend(const Line& line) { return has(line, Op::kAttribute, "append"); }
bool isRaise(const Line& line) {
  return headOf(line) == Op::kRaise || has(line, Op::kLab, "raises");
}
bool isCallOf(const Line& line, std::string_view function) {
  return has(line, Op::kLab, "call") && has(line, Op::kName, function);
}

// The definitions of a program that is a case: it begins with its import and has a run().
struct Case {
  Lines lines;
  std::vector<Unit> units;
  std::vector<Unit> functions;
  Unit run;

  explicit Case(const il::Program& program) : lines(linesOf(program)), units(unitsOf(lines)) {
    if (lines.empty() || headOf(lines.front()) != Op::kImport) return;
    for (const Unit& unit : units) {
      if (headOf(lines[unit.begin]) != Op::kDef || unit.depth > 0) continue;
      if (lines[unit.begin].back().text == "run") run = unit;
      functions.push_back(unit);
    }
  }
  std::string nameOf(const Unit& function) const {
    const std::string& text = lines[function.begin].back().text;
    return text.substr(0, text.find(' '));
  }
  // Whether some function that run() calls has a statement like that in it.
  template <class Holds>
  bool calls(const Holds& holds) const {
    return std::ranges::any_of(functions, [&](const Unit& function) {
      const auto isCall = [&](const Line& line) { return isCallOf(line, nameOf(function)); };
      const auto isInside = [&](const Unit& unit) {
        return unit.begin > function.begin && unit.end < function.end && holds(unit);
      };
      return anyIn(run.begin, run.end, isCall) && std::ranges::any_of(units, isInside);
    });
  }
  template <class Holds>
  bool anyIn(std::size_t begin, std::size_t end, const Holds& holds) const {
    return std::any_of(lines.begin() + static_cast<std::ptrdiff_t>(begin),
                       lines.begin() + static_cast<std::ptrdiff_t>(end), holds);
  }
};

// A called function has a with over a mode in which there is a break.
bool breaksInMode(const il::Program& program) {
  const Case made(program);
  return made.calls([&](const Unit& unit) {
    const Line& head = made.lines[unit.begin];
    const bool hasMode = std::ranges::any_of(head, [](const Instruction& instruction) {
      const il::Type type = il::typeOfName(instruction.text);
      return instruction.op == Op::kName &&
             (type == il::Type::kMode || type == il::Type::kModeClass);
    });
    return headOf(head) == Op::kWith && hasMode && made.anyIn(unit.begin + 1, unit.end, isBreak);
  });
}

// A called function has a try whose body appends to a list and raises after that.
bool appendsThenRaises(const il::Program& program) {
  const Case made(program);
  return made.calls([&](const Unit& unit) {
    if (headOf(made.lines[unit.begin]) != Op::kTry) return false;
    const std::size_t end = partsOf(made.lines, unit)[1];
    for (std::size_t i = unit.begin + 1; i < end; ++i) {
      if (isAppend(made.lines[i])) return made.anyIn(i + 1, end, isRaise);
    }
    return false;
  });
}

// run() calls a function, changes its defaults, and calls it again.
bool callsWithOtherDefaults(const il::Program& program) {
  const Case made(program);
  return std::ranges::any_of(made.functions, [&](const Unit& function) {
    const std::string name = made.nameOf(function);
    int step = 0;
    for (std::size_t i = made.run.begin; i < made.run.end; ++i) {
      const Line& line = made.lines[i];
      const bool changes = headOf(line) == Op::kStoreAttribute &&
                           line.back().text == "__defaults__" && has(line, Op::kName, name);
      if (step == 1 ? changes : isCallOf(line, name)) ++step;
    }
    return step >= 3;
  });
}

// A predicate with the smallest program anybody thought of for which it holds.
struct Wanted {
  std::string_view name;
  bool (*holds)(const il::Program&);
  const char* smallest;
};
constexpr Wanted kWanted[] = {
    {"BreaksInMode", breaksInMode,
     "from suture import lab\n"
     "class M1:\n    pass\n"
     "def f1():\n    with M1():\n        lab.brk()\n    return lab\n"
     "def run():\n    lab.call(f1)\n"},
    {"AppendsThenRaises", appendsThenRaises,
     "from suture import lab\n"
     "def f1():\n    try:\n        [].append\n        raise ValueError\n    finally:\n        "
     "pass\n"
     "    return lab\n"
     "def run():\n    lab.call(f1)\n"},
    {"CallsWithOtherDefaults", callsWithOtherDefaults,
     "from suture import lab\n"
     "def f1():\n    return lab\n"
     "def run():\n    lab.call(f1)\n    f1.__defaults__ = 1\n    lab.call(f1)\n"},
};

class Reduce : public testing::TestWithParam<std::string_view> {};

TEST_P(Reduce, ReachesTheSmallest) {
  const Wanted& wanted = *std::ranges::find(kWanted, GetParam(), &Wanted::name);
  const il::Program smallest = il::parse(wanted.smallest);
  ASSERT_FALSE(hasOpaque(smallest));
  ASSERT_TRUE(wanted.holds(smallest));
  std::vector<std::uint64_t> tests;
  for (std::uint64_t seed = 0; tests.size() < 50; ++seed) {
    ASSERT_LT(seed, 20'000U);
    const il::Program program = generated(seed);
    if (!wanted.holds(program)) continue;
    const Reduced small = reduce(program, wanted.holds);
    EXPECT_TRUE(small.fixedPoint) << seed;
    EXPECT_TRUE(wanted.holds(small.program)) << seed;
    EXPECT_LE(small.program.statements().size(), smallest.statements().size())
        << seed << "\n"
        << il::print(small.program);
    const Reduced again = reduce(small.program, wanted.holds);
    EXPECT_EQ(again.accepted, 0U) << seed;
    EXPECT_EQ(again.program, small.program) << seed;
    tests.push_back(small.tried);
  }
  std::ranges::sort(tests);
  const std::uint64_t median = tests[tests.size() / 2];
  std::printf("%s: %llu tests in the median, %llu at most\n", std::string(wanted.name).c_str(),
              static_cast<unsigned long long>(median),
              static_cast<unsigned long long>(tests.back()));
  EXPECT_LT(median, 1500U);
}

INSTANTIATE_TEST_SUITE_P(All, Reduce,
                         testing::Values("BreaksInMode", "AppendsThenRaises",
                                         "CallsWithOtherDefaults"),
                         [](const auto& info) { return std::string(info.param); });

il::Program typical() {
  std::uint64_t seed = 0;
  while (!breaksInMode(generated(seed))) ++seed;
  return generated(seed);
}

TEST(ReduceTo, TheSameEachTime) {
  for (std::uint64_t seed = 0, programs = 0; programs < 10; ++seed) {
    const il::Program program = generated(seed);
    if (!breaksInMode(program)) continue;
    const Reduced once = reduce(program, breaksInMode);
    const Reduced again = reduce(program, breaksInMode);
    EXPECT_EQ(once.program, again.program) << seed;
    EXPECT_EQ(once.tried, again.tried) << seed;
    ++programs;
  }
}

TEST(ReduceTo, NoCandidateIsAskedTwiceOrIsNotSmaller) {
  const il::Program program = typical();
  std::set<std::string> asked;
  std::size_t statements = program.statements().size();
  int again = 0;
  const Reduced small = reduce(program, [&](const il::Program& candidate) {
    if (!asked.insert(il::print(candidate)).second) ++again;
    EXPECT_LE(candidate.statements().size(), statements);
    if (!breaksInMode(candidate)) return false;
    statements = candidate.statements().size();
    return true;
  });
  // The program given is asked three times, the result three more.
  EXPECT_EQ(again, 5);
  EXPECT_EQ(asked.size() + 5, small.tried);
}

TEST(ReduceTo, BestSoFarWhenTimeIsOver) {
  using std::chrono::milliseconds;
  const il::Program program = typical();
  const Options options{milliseconds(400), {}};
  const Reduced small = reduce(
      program,
      [](const il::Program& candidate) {
        std::this_thread::sleep_for(milliseconds(20));
        return breaksInMode(candidate);
      },
      options);
  EXPECT_FALSE(small.fixedPoint);
  EXPECT_GT(small.accepted, 0U);
  EXPECT_LT(small.program.statements().size(), program.statements().size());
  EXPECT_TRUE(breaksInMode(small.program));
  // As many as fit, the one that was on its way, and three to confirm the result.
  EXPECT_LE(small.tried, 400U / 20 + 1 + 3);
  EXPECT_GT(reduce(program, breaksInMode).tried, 400U / 20 + 1 + 3);
}

TEST(ReduceTo, NothingWhenThereIsNoTime) {
  const il::Program program = typical();
  const Reduced small = reduce(program, breaksInMode, {std::chrono::milliseconds(0), {}});
  EXPECT_EQ(small.program, program);
  EXPECT_EQ(small.tried, 0U);
  EXPECT_FALSE(small.fixedPoint);
}

TEST(ReduceTo, BestSoFarWhenStopped) {
  const il::Program program = typical();
  std::size_t last = program.statements().size();
  for (const int most : {3, 10, 30, 60, 2000}) {
    int tried = 0;
    const Options options{std::chrono::hours(1), [&] { return tried >= most; }};
    const Reduced small = reduce(
        program,
        [&](const il::Program& candidate) {
          ++tried;
          return breaksInMode(candidate);
        },
        options);
    EXPECT_TRUE(breaksInMode(small.program));
    EXPECT_LE(small.tried, static_cast<std::uint64_t>(most) + 3);
    EXPECT_EQ(small.fixedPoint, most == 2000);
    EXPECT_LE(small.program.statements().size(), last);
    last = small.program.statements().size();
  }
  EXPECT_LT(last, program.statements().size());
}

TEST(ReduceTo, TheProgramItselfWhenTheTestNeverHolds) {
  const il::Program program = typical();
  const Reduced small = reduce(program, [](const il::Program&) { return false; });
  EXPECT_EQ(small.program, program);
  EXPECT_EQ(small.tried, 1U);
  EXPECT_EQ(small.accepted, 0U);
  EXPECT_FALSE(small.fixedPoint);
}

TEST(ReduceTo, TheProgramItselfWhenTheTestChangesItsMind) {
  const il::Program program = typical();
  int calls = 0;
  const auto alternates = [&](const il::Program&) { return ++calls % 2 == 1; };
  EXPECT_EQ(reduce(program, alternates).program, program);
  calls = 0;
  const auto holdsAtFirst = [&](const il::Program& p) { return ++calls < 40 && breaksInMode(p); };
  const Reduced small = reduce(program, holdsAtFirst);
  EXPECT_GT(small.accepted, 0U);
  EXPECT_EQ(small.program, program);
  EXPECT_FALSE(small.fixedPoint);
}

TEST(ReduceTo, WhatIsNotCoveredGoesOrStaysWhole) {
  const std::string kept = "x = [1,  # one\n     2]\n";
  const il::Program program = il::parse("async def f():\n    pass\n" + kept + "i1 = 1\n");
  const Reduced small = reduce(program, [](const il::Program& candidate) {
    return il::print(candidate).find("# one") != std::string::npos;
  });
  EXPECT_EQ(il::print(small.program), kept);
}

}  // namespace
}  // namespace suture::reduce
