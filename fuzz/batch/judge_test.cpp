#include "fuzz/batch/judge.h"

#include <gtest/gtest.h>

#include "fuzz/driver/sources.h"
#include "fuzz/generate/generator.h"
#include "fuzz/il/text.h"

namespace suture::batch {
namespace {

using targets::BreakPolicy;

// A target whose compiler is a Python function of this text.
class Scripted : public targets::Target {
 public:
  explicit Scripted(const char* text) {
    const py::Ref<> names = py::Ref<>::steal(PyDict_New());
    PyDict_SetItemString(names.get(), "__builtins__", PyEval_GetBuiltins());
    const py::Ref<> ran =
        py::Ref<>::steal(PyRun_String(text, Py_file_input, names.get(), names.get()));
    if (!ran) PyErr_Print();
    compiler_ = py::Ref<>::share(PyDict_GetItemString(names.get(), "compiler"));
  }
  py::Result<py::Ref<>> compiler(const BreakPolicy&, py::Borrowed<>) override {
    return compiler_.share();
  }
  py::Result<py::Ref<>> counters() override { return py::Ref<>(); }

 private:
  py::Ref<> compiler_;
};

class JudgeTest : public testing::Test {
 protected:
  JudgeTest() {
    PyRun_SimpleString("import sys; sys.path.insert(0, '" SUTURE_PYTHON_MODULES "')");
    auto opened = driver::Programs::open();
    if (!opened) ADD_FAILURE() << driver::inOneLine(std::move(opened).error());
    programs_.emplace(*std::move(opened));
  }
  Judged judged(targets::Target& target, const std::string& text,
                const Oracles& oracles = Oracles::all(), std::uint64_t seed = 1,
                std::optional<std::uint64_t> driftCalls = {}) {
    Judge judge(*programs_, target,
                {.stops = {.kind = BreakPolicy::Kind::kEverywhere},
                 .oracles = oracles,
                 .driftCalls = driftCalls});
    auto came = judge.judge(text, seed);
    EXPECT_TRUE(static_cast<bool>(came));
    return *std::move(came);
  }
  // How many of the first generated programs show a target to be wrong.
  int seenIn(targets::Target& target, int programs) {
    int seen = 0;
    for (int seed = 0; seed < programs; ++seed) {
      const auto made = generate::generateProgram(
          generate::Choices::ofSeed(static_cast<std::uint64_t>(seed)), generate::Limits());
      const Judged found = judged(target, il::print(made.program));
      EXPECT_TRUE(found.isValid) << seed;
      seen += found.suspicion ? 1 : 0;
    }
    return seen;
  }

  driver::Driver driver_;
  std::optional<driver::Programs> programs_;
};

constexpr const char* kProgram =
    "from suture import lab\n"
    "@lab.compiled\n"
    "def f1(t1):\n"
    "    lab.brk(1)\n"
    "    lab.brk(2)\n"
    "    return lab.add(t1, 1.0)\n"
    "def run():\n"
    "    lab.call(f1, lab.tensor([1.0]))\n"
    "    return lab.seen()\n";

TEST_F(JudgeTest, TheCoreIsRightOnGeneratedPrograms) {
  auto core = targets::open(*targets::find("core"), {}, driver_);
  ASSERT_TRUE(static_cast<bool>(core));
  EXPECT_EQ(seenIn(**core, 40), 0);
}

// A receiver that must die in its method.
constexpr const char* kDropped =
    "from suture import lab\n"
    "class Token:\n"
    "    def __init__(self, log):\n"
    "        self.log = log\n"
    "    def __del__(self):\n"
    "        self.log.append('died')\n"
    "    def drop(self, log):\n"
    "        del self\n"
    "        log.append('dropped')\n"
    "@lab.compiled\n"
    "def f1(log):\n"
    "    Token(log).drop(log)\n"
    "    return log\n"
    "def run():\n"
    "    lab.call(f1, [])\n"
    "    return lab.seen()\n";

TEST_F(JudgeTest, APlantedFaultOfTheCoreIsSeen) {
  auto core = targets::open(*targets::find("core"), {}, driver_);
  ASSERT_TRUE(static_cast<bool>(core));
  EXPECT_FALSE(judged(**core, kDropped).suspicion);
  auto wrong = targets::open(*targets::find("core"), {.fault = "P10"}, driver_);
  ASSERT_TRUE(static_cast<bool>(wrong));
  EXPECT_TRUE(judged(**wrong, kDropped).suspicion);
}

// The first of the places where a planted fault shows, as its finding is named.
TEST_F(JudgeTest, WhereAStopMattersIsPartOfTheSignature) {
  constexpr const char* kRaises =
      "from suture import lab\n"
      "class M1(lab.FunctionMode):\n"
      "    pass\n"
      "@lab.compiled\n"
      "def f1(t1):\n"
      "    try:\n"
      "        with M1():\n"
      "            raise KeyError('planned')\n"
      "    except KeyError as e1:\n"
      "        lab.inspect()\n"
      "        t1 = lab.add(t1, 1.0)\n"
      "    lab.inspect()\n"
      "    for i1 in range(2):\n"
      "        lab.observe(i1)\n"
      "    raise ValueError('planned')\n"
      "def run():\n"
      "    lab.call(f1, lab.tensor([1.0]))\n"
      "    return lab.seen()\n";
  const auto shownAt = [&](const char* fault) -> std::string {
    auto core = targets::open(*targets::find("core"), {.fault = fault}, driver_);
    Judge judge(*programs_, **core, {});
    auto sites = judge.sites(kRaises);
    auto seen = judge.judgeAt(kRaises, *sites);
    return seen->suspicion ? seen->suspicion->signature() : "nothing";
  };
  const std::pair<const char*, const char*> rows[] = {
      {"C01", "nothing"},
      {"M01", "compiled is not plain, stopped before WithExceptStart"},
      {"M02", "compiled is not plain, stopped before BeforeWith"},
      {"R05", "O1 at exception: what is handled, stopped in mid-frame"},
      {"R07", "compiled is not plain, stopped before ForIter"},
      {"R11", "O1 at exception: traceback, stopped before Entry"},
      {"R17", "O6 at frame: unbound, stopped in mid-frame"},
      {"F04", "O8 at thread: thread.recursion, stopped before Entry"},
  };
  for (const auto& [fault, signature] : rows) EXPECT_EQ(shownAt(fault), signature) << fault;
}

constexpr const char* kTwoModes =
    "from suture import lab\n"
    "class M1(lab.FunctionMode):\n"
    "    def __torch_function__(self, func, types, args=(), kwargs=None):\n"
    "        return func(*args)\n"
    "class M2(lab.FunctionMode):\n"
    "    def __torch_function__(self, func, types, args=(), kwargs=None):\n"
    "        lab.inspect()\n"
    "        return func(*args)\n"
    "@lab.compiled\n"
    "def f1(t1):\n"
    "    with M1(), M2():\n"
    "        lab.brk(1)\n"
    "        lab.observe(lab.add(t1, 1.0))\n"
    "    return t1\n"
    "def run():\n"
    "    lab.call(f1, lab.tensor([1.0, 2.0]))\n";

// The plain run is as wrong as the others.
TEST_F(JudgeTest, ModesThatAreWrongInAllRunsAreSeenByWhatTheProgramSays) {
  auto core = targets::open(*targets::find("core"), {}, driver_);
  const Judged right = judged(**core, kTwoModes);
  EXPECT_FALSE(right.suspicion);
  EXPECT_EQ(right.modes.compared, 4U);
  auto wrong = targets::open(*targets::find("core"), {.fault = "M15"}, driver_);
  ASSERT_TRUE(static_cast<bool>(wrong));
  const Judged seen = judged(**wrong, kTwoModes);
  ASSERT_TRUE(seen.suspicion);
  EXPECT_EQ(seen.suspicion->signature(), "O2 at modes: not what the program says");
  EXPECT_EQ(seen.suspicion->difference.expected, "the program says [M1, M2]");
  EXPECT_EQ(seen.suspicion->seenBy, std::vector<std::string>{"O2"});
  EXPECT_FALSE(judged(**wrong, kTwoModes, Oracles::all().without("O2")).suspicion);
}

// The text decides it for most programs, and is never wrong.
TEST_F(JudgeTest, GeneratedProgramsHaveTheModesThatTheySay) {
  Scripted identity("def compiler(f): return f");
  std::uint64_t compared = 0;
  std::size_t undecided = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    const auto made =
        generate::generateProgram(generate::Choices::ofSeed(seed), generate::Limits());
    const Judged seen = judged(identity, il::print(made.program));
    EXPECT_FALSE(seen.suspicion) << seed << ": " << seen.suspicion->difference.expected << ", "
                                 << seen.suspicion->difference.actual;
    compared += seen.modes.compared;
    undecided += seen.modes.undecided.size();
  }
  EXPECT_GT(compared, 2 * undecided);
}

TEST_F(JudgeTest, ACompilerThatDoesNothingIsRightAndRunsFourTimes) {
  Scripted identity("def compiler(f): return f");
  const Judged seen = judged(identity, kProgram);
  EXPECT_FALSE(seen.suspicion);
  EXPECT_TRUE(seen.isValid);
  EXPECT_EQ(seen.runs, 4U);
}

constexpr const char* kKeepsOneObject =
    "kept = []\n"
    "def compiler(f):\n"
    "    kept.append(object())\n"
    "    return f\n";

TEST_F(JudgeTest, WhatEachRunGainsIsSeenWhenItIsMeasured) {
  Scripted keeps(kKeepsOneObject);
  EXPECT_FALSE(judged(keeps, kProgram).suspicion);
  const Judged seen = judged(keeps, kProgram, Oracles::all(), 1, 3);
  ASSERT_TRUE(seen.suspicion);
  EXPECT_EQ(seen.suspicion->difference.signature(), "O7 at drift: drift");
  EXPECT_EQ(seen.suspicion->difference.expected, "{}");
  EXPECT_NE(seen.suspicion->difference.actual.find("\"memory blocks\": 1"), std::string::npos)
      << seen.suspicion->difference.actual;
  EXPECT_FALSE(judged(keeps, kProgram, *Oracles::parse("O1"), 1, 3).suspicion);
}

TEST_F(JudgeTest, WhatAPlainRunGainsTooIsNoDifference) {
  Scripted identity("def compiler(f): return f");
  EXPECT_FALSE(judged(identity, kProgram, Oracles::all(), 1, 3).suspicion);
  const std::string gains =
      "import sys\nsys.__dict__.setdefault('kept of a test', []).append(object())\n";
  EXPECT_FALSE(judged(identity, gains + kProgram, Oracles::all(), 1, 3).suspicion);
}

TEST_F(JudgeTest, WhatARunDoesToItsArgumentsTheNextDoesNotSee) {
  Scripted identity("def compiler(f): return f");
  EXPECT_FALSE(judged(identity,
                      "from suture import lab\ndef f(xs): xs.append(len(xs))\n"
                      "def run():\n    lab.call(f, [])\n")
                   .suspicion);
}

TEST_F(JudgeTest, AWrongValueIsSeen) {
  Scripted wrong("def compiler(f):\n  return lambda *a, **k: (f(*a, **k), 1)[1]");
  const Judged seen = judged(wrong, kProgram, *Oracles::parse("O1"));
  ASSERT_TRUE(seen.suspicion);
  EXPECT_EQ(seen.suspicion->difference.signature(), "O1 at call: call");
}

TEST_F(JudgeTest, TwoEffectsThatAreSwappedAreForO3Alone) {
  auto swapped = targets::open(*targets::find("effects_swapped"), {}, driver_);
  ASSERT_TRUE(static_cast<bool>(swapped));
  const Judged seen = judged(**swapped, std::string(driver::source("doctor_effects")));
  ASSERT_TRUE(seen.suspicion);
  EXPECT_EQ(seen.suspicion->seenBy, std::vector<std::string>{"O3"});
}

TEST_F(JudgeTest, AnExceptionThatNobodyCanCatchIsSeen) {
  Scripted skips("def compiler(f): return lambda *a: None");
  const std::string dies =
      "from suture import lab\n"
      "class Late:\n"
      "    def __del__(self): raise KeyError('planned')\n"
      "@lab.compiled\n"
      "def f1(): Late()\n"
      "def run(): lab.call(f1)\n";
  const Judged seen = judged(skips, dies, *Oracles::parse("O3"));
  EXPECT_TRUE(seen.suspicion);
  EXPECT_NE(seen.log.find("[\"unraisable\",[0,\"KeyError\""), std::string::npos) << seen.log;
}

TEST_F(JudgeTest, AWrongExceptionIsSeen) {
  Scripted wrong(
      "def compiler(f):\n  def call(*a):\n    raise TypeError('planned')\n  return call");
  EXPECT_TRUE(judged(wrong, kProgram).suspicion);
}

TEST_F(JudgeTest, AnExceptionThatNobodyPlannedMakesAProgramInvalid) {
  Scripted identity("def compiler(f): return f");
  EXPECT_FALSE(judged(identity, "def run():\n    1 / 0\n").isValid);
  EXPECT_FALSE(
      judged(identity, "from suture import lab\ndef f(): 1 / 0\ndef run():\n    lab.call(f)\n")
          .isValid);
  EXPECT_TRUE(judged(identity,
                     "from suture import lab\ndef f(): raise KeyError('planned 1')\n"
                     "def run():\n    lab.call(f)\n")
                  .isValid);
}

TEST_F(JudgeTest, ATextThatDoesNotCompileIsADefectOfTheHarness) {
  Scripted identity("def compiler(f): return f");
  Judge judge(*programs_, identity, {});
  EXPECT_FALSE(static_cast<bool>(judge.judge("def run(:\n", 1)));
}

TEST(Logs, TellWhichBreaksWerePassed) {
  EXPECT_EQ(breaksPassed("{\"brk\":3,\"frame\":1}\n{\"died\":0}\n{\"brk\":1}\n{\"brk\":3}\n"),
            (std::vector<int>{3, 1}));
}

}  // namespace
}  // namespace suture::batch
