#include "fuzz/il/mode_model.h"

#include <gtest/gtest.h>

#include "fuzz/il/text.h"

namespace suture::il {
namespace {

using Mode = ModeModel::Mode;
using Modes = std::optional<std::vector<Mode>>;

constexpr std::string_view kHandler =
    "    def __torch_function__(self, func, types, args=(), kwargs=None):\n";

// Lines 1 to 8: lab, and the classes of modes M1 and M2.
std::string withModes(const std::string& rest) {
  std::string text = "from suture import lab\n";
  for (const char* name : {"M1", "M2"}) {
    text += "class " + std::string(name) + "(lab.FunctionMode):\n" + std::string(kHandler);
    if (name[1] == '1') text += "        return func(*args, **(kwargs or {}))\n";
    if (name[1] == '2') text += "        with M1():\n            return func(*args)\n";
  }
  return text + rest;
}
constexpr std::size_t kHead = 8;  // lines of withModes("")

// The modes at a line of a function without parameters, the body's first line is 1.
Modes inFunction(const std::string& body, std::size_t line) {
  std::string text = "def f1():\n";
  std::size_t at = 0;
  while (at < body.size()) {
    const std::size_t end = body.find('\n', at);
    text += "    " + body.substr(at, end - at) + "\n";
    at = end + 1;
  }
  const ModeModel model =
      ModeModel::of(parse(withModes(text + "    return lab.tensor([1.0, 2.0])\n")));
  EXPECT_EQ(model.why(), "");
  const ModeModel::Frame frame{"f1", kHead + 1 + line};
  return model.at({&frame, 1});
}

std::string whyNot(const std::string& text) { return ModeModel::of(parse(withModes(text))).why(); }

TEST(ModeModel, ABlockHasItsModeAndWhatFollowsHasNot) {
  const std::string body = "with M1(), M2():\n    lab.inspect()\nlab.inspect()\n";
  EXPECT_EQ(inFunction(body, 2), (Modes{{{"M1", ""}, {"M2", ""}}}));
  EXPECT_EQ(inFunction(body, 3), Modes{std::vector<Mode>()});
}

TEST(ModeModel, ALocalThatIsBoundOnceHasItsMode) {
  EXPECT_EQ(inFunction("m1 = M2()\nwith m1:\n    lab.inspect()\n", 3), (Modes{{{"M2", "m1"}}}));
  EXPECT_EQ(inFunction("with M1() as m1:\n    lab.inspect()\n", 2), (Modes{{{"M1", "m1"}}}));
  EXPECT_EQ(inFunction("m1 = M2()\nm1 = M1()\nwith m1:\n    lab.inspect()\n", 4),
            (Modes{{{"", ""}}}));
}

TEST(ModeModel, ByHandPushedSwappedAndPopped) {
  const std::string body =
      "lab.push_mode(M1())\nlab.brk(1)\nlab.swap_mode(M2())\nlab.brk(2)\nlab.pop_mode()\nlab.brk(3)"
      "\n";
  EXPECT_EQ(inFunction(body, 1), Modes{std::vector<Mode>()});
  EXPECT_EQ(inFunction(body, 2), (Modes{{{"M1", ""}}}));
  EXPECT_EQ(inFunction(body, 3), (Modes{{{"M1", ""}}}));
  EXPECT_EQ(inFunction(body, 4), (Modes{{{"M2", ""}}}));
  EXPECT_EQ(inFunction(body, 6), Modes{std::vector<Mode>()});
}

TEST(ModeModel, AnExceptionLeavesBlocks) {
  const std::string body =
      "try:\n    with M1():\n        lab.raises(ValueError('planned'))\nexcept ValueError:\n"
      "    lab.inspect()\nfinally:\n    lab.inspect()\n";
  EXPECT_EQ(inFunction(body, 3), (Modes{{{"M1", ""}}}));
  EXPECT_EQ(inFunction(body, 5), Modes{std::vector<Mode>()});
  EXPECT_EQ(inFunction(body, 7), Modes{std::vector<Mode>()});
}

TEST(ModeModel, WhatFinallyPopsIsThereUntilThen) {
  const std::string body =
      "lab.push_mode(M1())\ntry:\n    lab.inspect()\nexcept ValueError:\n    lab.inspect()\n"
      "finally:\n    lab.pop_mode()\n    lab.inspect()\n";
  EXPECT_EQ(inFunction(body, 3), (Modes{{{"M1", ""}}}));
  EXPECT_EQ(inFunction(body, 5), (Modes{{{"M1", ""}}}));
  EXPECT_EQ(inFunction(body, 8), Modes{std::vector<Mode>()});
}

TEST(ModeModel, AnExitStackHasWhatWasEntered) {
  const std::string body =
      "with lab.ExitStack() as x1:\n    lab.inspect()\n    x1.enter_context(M1())\n"
      "    lab.inspect()\nlab.inspect()\n";
  EXPECT_EQ(inFunction(body, 2), Modes{std::vector<Mode>()});
  EXPECT_EQ(inFunction(body, 4), (Modes{{{"M1", ""}}}));
  EXPECT_EQ(inFunction(body, 5), Modes{std::vector<Mode>()});
}

// Lines 9 to 16.
constexpr const char* kTwoFunctions =
    "def f1():\n"
    "    with M2():\n"
    "        lab.observe(lab.add(lab.tensor([1.0, 2.0]), 1.0))\n"
    "    return lab.tensor([1.0, 2.0])\n"
    "def run():\n"
    "    with M1():\n"
    "        lab.call(f1)\n"
    "    lab.call(f1)\n";

TEST(ModeModel, FramesAddUpAndHandlersTakeTheirOwnOff) {
  const ModeModel model = ModeModel::of(parse(withModes(kTwoFunctions)));
  using Frame = ModeModel::Frame;
  const std::vector<Frame> inner{{"run", 15}, {"f1", 11}};
  EXPECT_EQ(model.at(inner), (Modes{{{"M1", ""}, {"M2", ""}}}));
  const std::vector<Frame> handler{{"run", 15}, {"f1", 11}, {"__torch_function__", 8}};
  EXPECT_EQ(model.at(handler), (Modes{{{"M1", ""}, {"M1", ""}}}));
  const std::vector<Frame> below{
      {"run", 15}, {"f1", 11}, {"__torch_function__", 8}, {"__torch_function__", 4}};
  EXPECT_EQ(model.at(below), (Modes{{{"M1", ""}}}));
  const std::vector<Frame> inScope{{"run", 16}, {"f1", 11}, {"<lambda>", 3}};
  EXPECT_EQ(model.at(inScope), (Modes{{{"M2", ""}}}));
}

TEST(ModeModel, OfAFrameItDoesNotKnowItSaysNothing) {
  const ModeModel model = ModeModel::of(parse(withModes(kTwoFunctions)));
  for (const ModeModel::Frame& frame :
       {ModeModel::Frame{"f2", 11}, {"f1", 14}, {"f1", 99}, {"__torch_function__", 4}}) {
    EXPECT_EQ(model.at({&frame, 1}), std::nullopt) << frame.function << frame.line;
  }
}

TEST(ModeModel, OnTheLineOfAWithStatementTheCalleeDecides) {
  const ModeModel model =
      ModeModel::of(parse("from suture import lab\n"
                          "class M1(lab.FunctionMode):\n"
                          "    def __enter__(self):\n"
                          "        lab.inspect()\n"
                          "        x1 = super().__enter__()\n"
                          "        lab.inspect()\n"
                          "        return x1\n"
                          "    def __exit__(self, *details):\n"
                          "        lab.inspect()\n"
                          "        x2 = super().__exit__(*details)\n"
                          "        lab.inspect()\n"
                          "        return x2\n"
                          "def run():\n"
                          "    with M1():\n"
                          "        lab.inspect()\n"));
  ASSERT_EQ(model.why(), "");
  const auto at = [&](std::string_view callee, std::size_t line) {
    const std::vector<ModeModel::Frame> frames{{"run", 14}, {callee, line}};
    return model.at(frames);
  };
  EXPECT_EQ(at("__enter__", 4), Modes{std::vector<Mode>()});
  EXPECT_EQ(at("__enter__", 6), (Modes{{{"M1", ""}}}));
  EXPECT_EQ(at("__exit__", 9), (Modes{{{"M1", ""}}}));
  EXPECT_EQ(at("__exit__", 11), Modes{std::vector<Mode>()});
  const ModeModel::Frame alone{"run", 14};
  EXPECT_EQ(model.at({&alone, 1}), std::nullopt);
}

TEST(ModeModel, CallsOfRunComeInTheirOrder) {
  const ModeModel model = ModeModel::of(parse(withModes(kTwoFunctions)));
  EXPECT_EQ(model.behindCall(0, true), (Modes{{{"M1", ""}}}));
  EXPECT_EQ(model.behindCall(1, false), Modes{std::vector<Mode>()});
  EXPECT_EQ(model.behindCall(2, false), std::nullopt);
  EXPECT_EQ(model.atEnd(false), Modes{std::vector<Mode>()});
}

TEST(ModeModel, CallsThatAreMadeElsewhereHaveNoOrder) {
  for (const char* run : {"    for i1 in range(2):\n        lab.call(f1)\n",
                          "    if i1:\n        lab.call(f1)\n", "    x1 = lab.call(f1)\n",
                          "    with lab.Manager('a', suppress=True):\n        lab.call(f1)\n"}) {
    const ModeModel model = ModeModel::of(parse(withModes(
        "i1 = 2\ndef f1():\n    return lab.tensor([1.0, 2.0])\ndef run():\n" + std::string(run))));
    EXPECT_EQ(model.why(), "") << run;
    EXPECT_EQ(model.behindCall(0, false), std::nullopt) << run;
  }
}

// A mode that is pushed by hand stays when an exception passes, up to the end of lab.call().
constexpr const char* kPushed =
    "def f1():\n    lab.push_mode(M1())\n    lab.observe(1)\n    lab.pop_mode()\n"
    "    return lab.tensor([1.0, 2.0])\n";

TEST(ModeModel, WhatAnExceptionMayLeaveBehindIsNotSaid) {
  const ModeModel model =
      ModeModel::of(parse(withModes(std::string(kPushed) + "def run():\n    lab.call(f1)\n")));
  EXPECT_EQ(model.why(), "");
  EXPECT_EQ(model.behindCall(0, false), Modes{std::vector<Mode>()});
  EXPECT_EQ(model.behindCall(0, true), std::nullopt);
  EXPECT_EQ(model.atEnd(true), std::nullopt);
  const char* why = "an exception may leave a mode behind that was pushed by hand";
  EXPECT_EQ(whyNot(std::string(kPushed) + "def f2():\n    try:\n        t1 = f1()\n"
                                          "    except ValueError:\n        pass\n"
                                          "    return lab.tensor([1.0, 2.0])\n"),
            why);
  EXPECT_EQ(whyNot("def f1():\n    try:\n        lab.push_mode(M1())\n        lab.observe(1)\n"
                   "        lab.pop_mode()\n    finally:\n        lab.inspect()\n"
                   "    return lab.tensor([1.0, 2.0])\n"),
            why);
  // Nothing is caught that could come from there.
  EXPECT_EQ(whyNot(std::string(kPushed) + "def f2():\n    try:\n        lab.observe(1)\n"
                                          "    except ValueError:\n        pass\n"
                                          "    return lab.tensor([1.0, 2.0])\n"),
            "");
}

TEST(ModeModel, WhatTheTextDoesNotDecideIsNotGuessed) {
  EXPECT_EQ(whyNot("def g1(t1):\n    with M1():\n        yield t1\n"),
            "a generator is suspended under a mode");
  EXPECT_EQ(whyNot("from math import pi\n"), "imports more than suture.lab");
  EXPECT_EQ(whyNot("x1 = lambda: (yield)\nx = [\n]\n"), "the IL does not cover all of it");
  EXPECT_EQ(whyNot("x1 = lab.push_mode\n"), "modes are changed inside an expression");
  EXPECT_EQ(whyNot("m1 = M1()\nm1.__enter__()\n"), "modes are changed inside an expression");
  EXPECT_EQ(whyNot("def h1(x1):\n    with x1:\n        pass\n"),
            "it is not known what a with-statement enters");
  EXPECT_EQ(whyNot("class M3(M1):\n    pass\n"), "a class with a base of its own");
  EXPECT_EQ(whyNot("class C9:\n    def __del__(self):\n        pass\n"),
            "the IL does not cover all of it");  // a class C has members
  EXPECT_EQ(whyNot("class Token:\n    def __del__(self):\n        pass\n"),
            "a special method may run anywhere");
  EXPECT_EQ(whyNot("getattr(lab, 'push_mode')(M1())\n"), "reaches what it does not name");
}

// Dropped, it goes on wherever its last reference ends.
TEST(ModeModel, OfAGeneratorThatIsClosedItSaysNothing) {
  const std::string text =
      withModes("def g1(t1):\n    try:\n        yield t1\n    finally:\n        lab.inspect()\n");
  const ModeModel model = ModeModel::of(parse(text));
  EXPECT_EQ(model.why(), "");
  const ModeModel::Frame within{"g1", 11};
  const ModeModel::Frame closed{"g1", 13};
  EXPECT_EQ(model.at({&within, 1}), Modes{std::vector<Mode>()});
  EXPECT_EQ(model.at({&closed, 1}), std::nullopt);
}

}  // namespace
}  // namespace suture::il
