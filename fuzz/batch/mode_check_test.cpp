#include "fuzz/batch/mode_check.h"

#include <gtest/gtest.h>

#include "fuzz/il/text.h"

namespace suture::batch {
namespace {

// f1() at line 12 adds M1 and m1, and run() at line 16 calls it.
constexpr const char* kProgram =
    "from suture import lab\n"
    "class M1(lab.FunctionMode):\n"
    "    def __torch_function__(self, func, types, args=(), kwargs=None):\n"
    "        return func(*args)\n"
    "class M2(lab.FunctionMode):\n"
    "    def __torch_function__(self, func, types, args=(), kwargs=None):\n"
    "        return func(*args)\n"
    "def f1():\n"
    "    m1 = M2()\n"
    "    with M1():\n"
    "        with m1:\n"
    "            lab.brk(1)\n"
    "    return lab.tensor([1.0, 2.0])\n"
    "def run():\n"
    "    m2 = M2()\n"
    "    lab.call(f1)\n";

ModeCheck check(const std::string& log) {
  const il::ModeModel model = il::ModeModel::of(il::parse(kProgram));
  EXPECT_EQ(model.why(), "");
  return checkModes(log, model);
}

std::string probe(const std::string& modes,
                  const std::string& frame = R"("function":"f1","line":12)",
                  const std::string& above = R"(["run",16])") {
  return R"({"brk":1,"frame":{)" + frame +
         R"(,"locals":{"m1":["#7","M2",["text","\",\"modes\":["]]},"stack":[],"handling":null,"above":[)" +
         above + R"(]},"modes":[)" + modes + "]}\n";
}

const std::string kRight = R"(["#3","M1",["calls",[1,"list",2]]],["again","#7"])";

TEST(ModeCheck, WhatTheTextSaysIsNoDifference) {
  const ModeCheck seen = check(probe(kRight));
  EXPECT_FALSE(seen.difference);
  EXPECT_EQ(seen.compared, 1U);
}

TEST(ModeCheck, NumberOrderClassAndObjectCount) {
  for (const std::string modes :
       {R"(["#3","M1"])", R"(["again","#7"],["#3","M1"])", R"(["#3","M2"],["again","#7"])",
        R"(["#3","M1"],["#4","M2"])", R"(["#2","M1"],["#3","M1"],["again","#7"])", ""}) {
    const ModeCheck seen = check(probe(kRight) + probe(modes));
    ASSERT_TRUE(seen.difference) << modes;
    EXPECT_EQ(seen.difference->line, 1U) << modes;
    EXPECT_EQ(seen.difference->expected, "the program says [M1, M2 of m1]");
    EXPECT_EQ(seen.difference->signature(), "O2 at modes: not what the program says");
  }
  EXPECT_EQ(check(probe(R"(["again","#7"],["#3","M1"])")).difference->actual,
            "the run has [M2 #7, M1 #3]");
}

TEST(ModeCheck, AnObjectIsLookedForInTheLocals) {
  const std::string other =
      R"({"inspect":0,"frame":{"function":"f1","line":12,"locals":{"m1":"unbound"},)"
      R"("stack":[],"handling":null,"above":[["run",16]]},"modes":[)"
      R"(["#3","M1"],["#9","M2"]]})"
      "\n";
  const ModeCheck seen = check(other);
  EXPECT_EQ(seen.compared, 1U);
  EXPECT_FALSE(seen.difference);
}

TEST(ModeCheck, CallsAndTheEndAreComparedToo) {
  const std::string call = R"({"call":["returned",1],"heap":[],"globals":[],"modes":[)";
  EXPECT_FALSE(check(call + "]}\n").difference);
  EXPECT_TRUE(check(call + R"(["#1","M1"]]})"
                           "\n")
                  .difference);
  EXPECT_TRUE(check(R"({"end":["returned"],"globals":[],"thread":{},"modes":[["#1","M1"]]})"
                    "\n")
                  .difference);
}

TEST(ModeCheck, WhatIsNotComparedIsCounted) {
  const ModeCheck seen = check(R"({"observe":[1],"modes":[]})"
                               "\n"
                               R"({"effect":["enter"],"modes":[]})"
                               "\n"
                               R"({"died":3})"
                               "\n" +
                               probe("", R"("function":"f1","line":99)") +
                               probe("", R"("function":"f1","line":12)", R"(["main",1])"));
  EXPECT_EQ(seen.placeless, 2U);
  EXPECT_EQ(seen.undecided.size(), 2U);
  EXPECT_EQ(seen.compared, 0U);
  EXPECT_FALSE(seen.difference);
}

TEST(ModeCheck, InRunTheFramesAboveAreTheHarnesss) {
  const ModeCheck seen = check(probe("", R"("function":"run","line":15)", R"(["log_of",60])"));
  EXPECT_EQ(seen.compared, 1U);
}

TEST(ModeCheck, AFrameWhoseFramesAboveAreNotToldSaysNothing) {
  const auto model = il::ModeModel::of(il::parse("def f1():\n    pass\ndef run():\n    pass\n"));
  const ModeCheck check = checkModes(
      "{\"inspect\":0,\"frame\":{\"function\":\"f1\",\"line\":2,\"handling\":null},\"modes\":[]}\n",
      model);
  EXPECT_FALSE(check.difference.has_value());
  EXPECT_EQ(check.undecided.size(), 1U);
}

}  // namespace
}  // namespace suture::batch
