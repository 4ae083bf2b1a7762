#include "fuzz/reduce/passes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "fuzz/generate/generator.h"
#include "fuzz/il/text.h"

namespace suture::reduce {
namespace {

// What a pass makes of a program that must keep some text.
struct Example {
  std::string_view pass;
  std::string before;
  std::vector<std::string> keeps;
  std::string after;
};

const std::string kTensor = "t1 = lab.tensor([1.0, 2.0])\n";
const std::string kMode = "class M1(lab.FunctionMode):\n    pass\n";

std::vector<Example> examples() {
  return {
      {"dropBlankLines", "i1 = 1\n\n\ni2 = 2\n", {}, "i1 = 1\ni2 = 2\n"},
      {"dropStatements", "i1 = 1\ni2 = 2\ni3 = 3\n", {"i2 = 2"}, "i2 = 2\n"},
      {"dropStatements",
       "def run():\n    i1 = 1\n    with lab.Manager(i1):\n        lab.brk(1)\n        i2 = i1\n"
       "    return lab.seen()\n",
       {"brk"},
       "def run():\n    with lab.Manager(1):\n        lab.brk(1)\n"},
      {"unwrapBlocks", "if True:\n    lab.brk(1)\n", {"brk"}, "lab.brk(1)\n"},
      {"unwrapBlocks",
       "try:\n    lab.brk(1)\nexcept ValueError:\n    lab.brk(2)\n",
       {"brk(1)", "brk(2)"},
       "lab.brk(1)\nlab.brk(2)\n"},
      {"dropParts",
       "try:\n    lab.brk(1)\nexcept ValueError:\n    pass\nelse:\n    pass\n",
       {"try"},
       "try:\n    lab.brk(1)\nexcept ValueError:\n    pass\n"},
      {"dropParts",
       "try:\n    lab.brk(1)\nexcept ValueError:\n    pass\nelse:\n    lab.brk(2)\nfinally:\n"
       "    lab.brk(3)\n",
       {"brk(1)", "brk(2)", "finally"},
       "try:\n    lab.brk(1)\n    lab.brk(2)\nfinally:\n    lab.brk(3)\n"},
      {"dropParts",
       "if 1 > 2:\n    pass\nelif 2 > 3:\n    lab.brk(1)\nelse:\n    pass\n",
       {"if", "brk"},
       "if 2 > 3:\n    lab.brk(1)\n"},
      {"dropManagers",
       "with lab.Manager('a') as x1, lab.Manager('b') as x2:\n    lab.brk(1)\n",
       {"'b'"},
       "with lab.Manager('b'):\n    lab.brk(1)\n"},
      {"dropManagers",
       "try:\n    lab.brk(1)\nexcept ValueError as e1:\n    lab.brk(2)\n",
       {},
       "try:\n    lab.brk(1)\nexcept ValueError:\n    lab.brk(2)\n"},
      {"enterPushed",
       kMode + "lab.push_mode(M1())\ntry:\n    lab.brk(1)\nfinally:\n    lab.pop_mode()\n",
       {"M1()", "brk"},
       kMode + "with M1():\n    lab.brk(1)\n"},
      {"enterPushed",
       kMode + "lab.push_mode(M1())\nlab.brk(1)\nlab.pop_mode()\nlab.brk(2)\n",
       {"M1()", "brk"},
       kMode + "with M1():\n    lab.brk(1)\nlab.brk(2)\n"},
      {"joinWiths",
       "with lab.Manager('a'):\n    with lab.Manager('b') as x1:\n        lab.brk(1)\n",
       {},
       "with lab.Manager('a'), lab.Manager('b') as x1:\n    lab.brk(1)\n"},
      {"inlineFunctions",
       "def f1(t2):\n    lab.brk(1)\n    return lab.abs(t2)\n" + kTensor + "t3 = lab.sin(f1(t1))\n",
       {"brk"},
       kTensor + "lab.brk(1)\nt3 = lab.sin(lab.abs(t1))\n"},
      {"dropParameters",
       "def f1(t2, /, i1=2, *x1, t3, u1=None, **x2):\n    return t2\n" + kTensor +
           "lab.call(f1, t1, 3, 4, 5, t3=t1, u1='a', u2=7)\nf1(*(t1, 3, 4), t3=t1)\n",
       {"f1(t2", "lab.call(f1", "f1(*"},
       "def f1(t2):\n    return t2\n" + kTensor + "lab.call(f1, t1)\nf1(*(t1,))\n"},
      {"dropParameters",
       "def f1(t2, /, i1, *, i2):\n    return t2\n" + kTensor + "lab.call(f1, t1, 3, i2=4)\n",
       {"i1", "lab.call(f1, t1, 3, i2=4)"},
       "def f1(t2, i1, i2):\n    return t2\n" + kTensor + "lab.call(f1, t1, 3, i2=4)\n"},
      {"dropDecorators",
       "@lab.compiled\nclass M1(lab.FunctionMode):\n    pass\n@lab.compiled\ndef f(a, i1=2):\n"
       "    pass\n",
       {},
       "class M1:\n    pass\ndef f(a, i1):\n    pass\n"},
      {"forgetObjects",
       "class C1:\n    i0 = 0\n    t0 = lab.tensor([1.0, 1.0])\n    def t1(self):\n        return "
       "self.t0\n"
       "    def f0(self, t1):\n        return t1\ndef f1(t2, o1):\n    return t2\n" +
           kTensor + "o2 = C1()\nf1(t2=t1, o1=o2)\nf1(t1, C1())\n",
       {"f1(t2=t1"},
       "def f1(t2, x1):\n    return t2\n" + kTensor +
           "x2 = None\nf1(t2=t1, x1=x2)\nf1(t1, None)\n"},
      {"forgetModes",
       kMode + "with M1():\n    lab.brk(1)\n",
       {"brk"},
       "with lab.Manager('a'):\n    lab.brk(1)\n"},
      {"inlineStores",
       kTensor + "t2 = lab.abs(t1)\nlab.observe(t2, t2)\n",
       {"observe"},
       "t2 = lab.abs(lab.tensor([1.0, 2.0]))\nlab.observe(t2, t2)\n"},
      {"inlineStores", "x1 = lab.brk(1)\n", {}, "lab.brk(1)\n"},
      {"returnExpressions",
       "def f1(t1):\n    lab.brk(1)\n    lab.abs(t1)\n    return t1\n",
       {"brk", "abs"},
       "def f1(t1):\n    lab.brk(1)\n    return lab.abs(t1)\n"},
      {"replaceExpressions",
       kTensor + "t2 = lab.add(t1, lab.abs(t1 + 2.0))\n",
       {kTensor, "abs"},
       kTensor + "t2 = lab.abs(t1)\n"},
      {"dropOperands",
       "lab.observe(1, lab.brk(1), [2, 3], {'a': 4, 'b': 5}, *(6, 7))\n",
       {"brk(1)", "3", "'b'", "7"},
       "lab.observe(lab.brk(1), [3], {'b': 5}, 7)\n"},
      {"dropOperands",
       "lab.observe(lambda x1: 2, lab.brk(1), [i1 for i1 in range(3) if i1 > 1])\n",
       {"brk(1)"},
       "lab.observe(lab.brk(1))\n"},
      {"dropOperands",
       "def run():\n    global a, kept, c\n    raise a from c\n",
       {"global", "kept"},
       "def run():\n    global kept\n    raise a\n"},
      {"shrinkLiterals",
       "lab.observe(7, 2.5, 'text', range(9))\nlab.brk(3)\n",
       {"range(9)"},
       "lab.observe(0, 1.0, '', range(9))\nlab.brk(3)\n"},
      {"renumber",
       "t7 = lab.tensor([1.0, 2.0])\nt3 = lab.abs(t7)\nlab.brk(9)\nlab.brk(4)\nlab.brk(9)\n",
       {},
       kTensor + "t2 = lab.abs(t1)\nlab.brk(1)\nlab.brk(2)\nlab.brk(1)\n"},
  };
}

const PassRow& passOf(std::string_view name) {
  return *std::ranges::find(passes(), name, &PassRow::name);
}

TEST(Passes, HaveExamples) {
  std::set<std::string_view> shown;
  for (const Example& example : examples()) shown.insert(example.pass);
  for (const PassRow& pass : passes()) EXPECT_TRUE(shown.contains(pass.name)) << pass.name;
}

TEST(Passes, DoWhatTheySay) {
  for (const Example& example : examples()) {
    const il::Program program = il::parse(example.before);
    ASSERT_EQ(std::ranges::count(program.instructions(), il::Op::kOpaque, &il::Instruction::op), 0)
        << example.before;
    const auto keeps = [&](const il::Program& candidate) {
      const std::string text = il::print(candidate);
      return std::ranges::all_of(example.keeps, [&](const std::string& kept) {
        return text.find(kept) != std::string::npos;
      });
    };
    ASSERT_TRUE(keeps(program)) << example.before;
    Search search(program, keeps, Options());
    passOf(example.pass).run(search);
    EXPECT_EQ(il::print(search.best()), example.after) << example.pass;
  }
}

TEST(Passes, AMarkGoesWithTheLastParameterItMarks) {
  for (const std::string form : {"a, /", "*, a"}) {
    // The mark is needed as long as there is the parameter.
    const auto test = [&](const il::Program& candidate) {
      const std::string text = il::print(candidate);
      return text.find(form) != std::string::npos || text.find("f()") != std::string::npos;
    };
    Search search(il::parse("def f(" + form + "):\n    pass\n"), test, Options());
    dropParameters(search);
    EXPECT_EQ(il::print(search.best()), "def f():\n    pass\n");
  }
}

// Says yes to about half of all programs, always the same ones.
bool likes(const il::Program& program) {
  std::uint64_t hash = 14695981039346656037U;
  for (const char c : il::print(program)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211U;
  }
  return (hash >> 32U) % 2 == 0;
}

// Whatever a pass proposes is smaller, and a program whose text reads as itself.
class Pass : public testing::TestWithParam<std::string_view> {};

TEST_P(Pass, ProposesSmallerProgramsThatTextKeeps) {
  const PassRow& pass = passOf(GetParam());
  std::size_t proposed = 0, taken = 0;
  for (std::uint64_t seed = 0; seed < 12 || (proposed < 20 && seed < 500); ++seed) {
    il::Program program =
        generate::generateProgram(generate::Choices::ofSeed(seed), generate::Limits()).program;
    if (pass.name != "dropBlankLines") {  // text does not say how deep a blank line is
      Search search(program, [](const il::Program&) { return true; }, Options());
      dropBlankLines(search);
      program = search.best();
    }
    if (pass.name == "renumber") {  // generated programs count from one already
      Search search(program, likes, Options());
      dropStatements(search);
      program = search.best();
    }
    std::size_t statements = program.statements().size();
    const auto test = [&](const il::Program& candidate) {
      ++proposed;
      EXPECT_EQ(il::parse(il::print(candidate)), candidate) << il::print(candidate);
      EXPECT_LE(candidate.statements().size(), statements);
      if (!likes(candidate)) return false;
      statements = candidate.statements().size();
      ++taken;
      return true;
    };
    Search search(program, test, Options());
    pass.run(search);
    if (search.accepted() == 0) EXPECT_EQ(search.best(), program);
    if (search.accepted() > 0) EXPECT_TRUE(likes(search.best()));
    EXPECT_EQ(linesOf(search.best()), search.lines());
  }
  EXPECT_GT(proposed, 0U);
  EXPECT_GT(taken, 0U);
  EXPECT_GT(proposed, taken);
}

std::vector<std::string_view> names() {
  std::vector<std::string_view> found;
  for (const PassRow& pass : passes()) found.push_back(pass.name);
  return found;
}
INSTANTIATE_TEST_SUITE_P(All, Pass, testing::ValuesIn(names()),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
}  // namespace suture::reduce
