// Each law: what breaks it, and what is just within.
#include "fuzz/il/builder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/il/text.h"

namespace suture::il {
namespace {

// Whether a text is covered without an opaque statement: its laws hold.
bool holds(const std::string& text) {
  const Program program = parse(text);
  return std::ranges::count(program.instructions(), Op::kOpaque, &Instruction::op) == 0;
}

const std::string kLab = "t1 = lab.tensor([1.0, 2.0])\nm1 = lab.mode()\n";
bool holdsIn(const std::string& body, const std::string& head = "def f1(t2):\n") {
  std::string text = kLab + head;
  std::size_t at = 0;
  while (at < body.size()) {
    const std::size_t end = body.find('\n', at);
    text += "    " + body.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return holds(text);
}

TEST(Laws, Inputs) {
  EXPECT_TRUE(Builder().add(Op::kBinary, "+").broken());
  EXPECT_TRUE(Builder().constant("1").constant("2").add(Op::kStore, "x").broken());
  EXPECT_FALSE(Builder().constant("1").finish());
  EXPECT_TRUE(Builder().constant("1").add(Op::kStore, "x").finish());
}

TEST(Laws, WordsAndPlace) {
  const auto broken = Builder().add(Op::kPass).name("for").broken();
  ASSERT_TRUE(broken);
  EXPECT_EQ(broken->law, Law::kWords);
  EXPECT_EQ(broken->index, 1U);
  EXPECT_THAT(broken->text, testing::HasSubstr("instruction 1, Name: Words: names are"));
}

TEST(Laws, Blocks) {
  EXPECT_TRUE(Builder().add(Op::kTry).add(Op::kEnd).broken());
  EXPECT_TRUE(Builder().add(Op::kElse).broken());
  EXPECT_FALSE(Builder().add(Op::kTry).add(Op::kPass).finish());
  std::string text;
  for (std::size_t i = 0; i < kMostBlocks; ++i) text += std::string(4 * i, ' ') + "if x:\n";
  EXPECT_TRUE(holds(text + std::string(4 * kMostBlocks, ' ') + "pass\n"));
  text += std::string(4 * kMostBlocks, ' ') + "if x:\n";
  EXPECT_FALSE(holds(text + std::string(4 * kMostBlocks + 4, ' ') + "pass\n"));
}

TEST(Laws, Context) {
  EXPECT_FALSE(holds("class C:\n    return\n"));
  EXPECT_FALSE(holds("for x in y:\n    pass\nelse:\n    break\n"));
  EXPECT_FALSE(holds("while x:\n    try:\n        f()\n    except* A:\n        break\n"));
  EXPECT_TRUE(holds("try:\n    f()\nexcept* A:\n    while x:\n        break\n"));
  EXPECT_TRUE(Builder().constant("1").add(Op::kSlice, "_:", 1).add(Op::kStore, "x").broken());
}

TEST(Laws, DeclarationsAndParameters) {
  EXPECT_FALSE(holds("def f():\n    x = 1\n    global x\n"));
  EXPECT_FALSE(holds("def f():\n    nonlocal x\n"));
  const std::string inHandler =
      "def f():\n    try:\n        g()\n    except A:\n        global x\n";
  EXPECT_TRUE(holds(inHandler + "    finally:\n        x = 1\n"));
  EXPECT_FALSE(holds(inHandler + "    else:\n        x = 1\n")) << "CPython takes it first";
  EXPECT_TRUE(holds(inHandler + "    if x:\n        pass\n    else:\n        x = 1\n"));
  EXPECT_TRUE(Builder().add(Op::kDef, "f x x").broken());
  EXPECT_TRUE(Builder().add(Op::kDef, "f *").broken());
  EXPECT_TRUE(Builder().constant("1").add(Op::kDef, "f x= y", 1).broken());
  EXPECT_FALSE(Builder().constant("1").add(Op::kDef, "f x= *a y", 1).broken());
}

TEST(Laws, BoundInItsBlock) {
  EXPECT_TRUE(holdsIn("t3 = t2\nif x:\n    t4 = t3\n    t5 = t4\nreturn t3\n"));
  EXPECT_FALSE(holdsIn("if x:\n    t3 = t2\nreturn t3\n"));
  EXPECT_FALSE(holdsIn("if x:\n    c1 = True\nelif c1:\n    pass\nreturn t2\n"));
  EXPECT_FALSE(holdsIn("t3 = t2\ndel t3\nreturn t3\n"));
  EXPECT_TRUE(holdsIn("t3 = t2\ndel t3\nreturn t2\n"));
  EXPECT_FALSE(holdsIn("t3 = t2\nx = lambda: t3\ndel t3\nreturn t2\n")) << "captured";
  EXPECT_FALSE(holdsIn("return xs1[0]\n"));
}

TEST(Laws, OneScope) {
  EXPECT_TRUE(holdsIn("return t1\n"));
  EXPECT_FALSE(holdsIn("x = t1\nt1 = t2\nreturn t1\n"));
  EXPECT_TRUE(holdsIn("global t1\nt1 = t2\nreturn t1\n"));
  EXPECT_FALSE(holdsIn("if x:\n    t1 = t2\nreturn t1\n"));
}

TEST(Laws, Typed) {
  EXPECT_TRUE(holdsIn("t3 = lab.add(t2, 1.0)\ns1 = t3.sum()\nt3 *= s1\nreturn t3\n"));
  EXPECT_FALSE(holdsIn("t3 = t2.sum()\nreturn t2\n"));
  EXPECT_FALSE(holdsIn("if t2:\n    pass\nreturn t2\n"));
  EXPECT_TRUE(holdsIn("if t2.sum():\n    pass\nreturn t2\n"));
  EXPECT_FALSE(holdsIn("xs1 = []\nreturn t2\n"));
}

TEST(Laws, Calls) {
  const std::string head = "def f2(t3, i1=1, *, t4):\n    return t3\ndef f1(t2):\n";
  EXPECT_TRUE(holdsIn("return f2(t2, 2, t4=t2)\n", head));
  EXPECT_TRUE(holdsIn("return f2(*(t2,), t4=t2)\n", head));
  EXPECT_TRUE(holdsIn("lab.call(f2, t2, t4=t2)\nreturn t2\n", head));
  EXPECT_FALSE(holdsIn("return f2(t2)\n", head));
  EXPECT_FALSE(holdsIn("return f2(t2, t2, t4=t2)\n", head));
  EXPECT_FALSE(holdsIn("return f2(t2, t3=t2, t4=t2)\n", head));
  EXPECT_FALSE(holdsIn("return f2(t2, *x, t4=t2)\n", head));
}

TEST(Laws, Returns) {
  EXPECT_FALSE(holdsIn("x = t2\n"));
  EXPECT_FALSE(holdsIn("return 1\n"));
  EXPECT_FALSE(holdsIn("yield t2\nreturn t2\n"));
  EXPECT_TRUE(holdsIn("yield t2\n", "def g1(t2):\n"));
  for (const std::string part : {"except* Exception", "finally"}) {
    EXPECT_FALSE(holdsIn("try:\n    pass\n" + part + ":\n    yield t2\n", "def g1(t2):\n"));
  }
  EXPECT_TRUE(holdsIn("try:\n    yield t2\nexcept* Exception:\n    pass\n", "def g1(t2):\n"));
  EXPECT_FALSE(holdsIn("x = t2\n", "def g1(t2):\n"));
  EXPECT_FALSE(holds("class C1:\n    i0 = 1\n"));
}

TEST(Laws, Ends) {
  EXPECT_FALSE(holdsIn("return f1(t2)\n"));
  EXPECT_TRUE(
      holdsIn("xs1 = [t2]\nfor i1, t3 in zip(range(3), xs1):\n    xs1.append(t3)\n"
              "return t2\n"));
  EXPECT_FALSE(holdsIn("xs1 = [t2]\nfor t3 in xs1:\n    xs1.append(t3)\nreturn t2\n"));
  EXPECT_FALSE(holdsIn("n1 = 3\nn1 += 1\nreturn t2\n"));
  EXPECT_FALSE(holdsIn("i1 = 3\ni1 += i1\nreturn t2\n"));
  EXPECT_TRUE(holdsIn("i1 = 3\ni1 += i1 % 4\nreturn t2\n"));
  EXPECT_FALSE(
      holdsIn("for i1 in range(100):\n    for i2 in range(100):\n        pass\nreturn t2\n"));
}

TEST(Laws, Modes) {
  EXPECT_TRUE(holdsIn("lab.push_mode(m1)\nx = t2\nlab.pop_mode()\nreturn t2\n"));
  EXPECT_FALSE(holdsIn("lab.push_mode(m1)\nreturn t2\n"));
  EXPECT_TRUE(
      holdsIn("lab.push_mode(m1)\ntry:\n    return t2\nfinally:\n    lab.pop_mode()\n"
              "return t1\n"));
  EXPECT_FALSE(holdsIn("if x:\n    lab.push_mode(m1)\nreturn t2\n"));
  EXPECT_FALSE(holdsIn("with m1, m1, m1, m1, m1:\n    x = t2\nreturn t2\n"));
}

TEST(State, KnowsModesTemporariesAndNames) {
  Builder builder;
  builder.add(parse("m1 = lab.mode()\nt1 = lab.tensor([1.0, 2.0])\n").instructions());
  builder.name("m1").add(Op::kWith, "_", 1).lab("add").name("t1").lab("brk");
  EXPECT_EQ(builder.state().modes(), std::vector<std::string>{"m1"});
  ASSERT_EQ(builder.state().temporaries().size(), 3U);
  EXPECT_EQ(builder.state().temporaries()[1].type, Type::kTensor);
  EXPECT_EQ(builder.state().visible(Type::kTensor), std::vector<std::string>{"t1"});
  builder.constant("1").call(1).add(Op::kPass);
  EXPECT_TRUE(builder.broken());
}

}  // namespace
}  // namespace suture::il
