#include "fuzz/driver/programs.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fuzz/driver/driver.h"

namespace suture::driver {
namespace {

using nlohmann::json;

class ProgramsTest : public testing::Test {
 protected:
  ProgramsTest() {
    PyRun_SimpleString("import sys; sys.path.insert(0, '" SUTURE_PYTHON_MODULES "')");
    auto opened = Programs::open();
    if (!opened) ADD_FAILURE() << inOneLine(std::move(opened).error());
    programs_.emplace(*std::move(opened));
  }
  json measured(const std::string& text) {
    auto size = programs_->measure(text);
    EXPECT_TRUE(static_cast<bool>(size));
    return size ? json::parse(*size) : json();
  }

  Driver driver_;
  std::optional<Programs> programs_;
};

constexpr const char* kProgram =
    "from suture import lab\n"
    "class Twice(lab.FunctionMode):\n"
    "    def __torch_function__(self, func, types, args=(), kwargs=None): return func(*args)\n"
    "def body(x, m):\n"
    "    with m:\n"
    "        y = x + 1.0\n"
    "        lab.push_mode(m)\n"
    "        lab.swap_mode(m)\n"
    "        lab.pop_mode()\n"
    "    return [z for z in (lab.neg(y), -y)]\n"
    "def run():\n"
    "    lab.call(body, lab.tensor([1.0]), Twice())\n"
    "    return lab.seen()\n";

TEST_F(ProgramsTest, AProgramsSizeIsWhatItDid) {
  const json size = measured(kProgram);
  EXPECT_EQ(size["calls"], 2);         // body(), the handler of Twice under x + 1.0
  EXPECT_EQ(size["mode_changes"], 6);  // in, push, swap as two, pop, out
  EXPECT_EQ(size["operations"], 4);    // tensor, +, neg, -
  EXPECT_GT(size["statements"], 15);
  EXPECT_EQ(measured(kProgram), size);
}

TEST_F(ProgramsTest, ADenseProgramHasAProbeBehindEachStatement) {
  auto dense = programs_->dense(
      "@lab.compiled\n"
      "def body(x):\n"
      "    try:\n"
      "        if x > 1:\n"
      "            raise KeyError\n"
      "    except KeyError:\n"
      "        lab.observe(x, x + 1)\n"
      "    return x\n"
      "def run():\n"
      "    lab.call(body, 1)\n");
  ASSERT_TRUE(static_cast<bool>(dense));
  EXPECT_EQ(*dense,
            "@lab.compiled\n"
            "def body(x):\n"
            "    lab.inspect()\n"
            "    try:\n"
            "        lab.inspect()\n"
            "        x901 = x > 1\n"
            "        lab.inspect()\n"
            "        if x901:\n"
            "            lab.inspect()\n"
            "            raise KeyError\n"
            "        lab.inspect()\n"
            "    except KeyError:\n"
            "        lab.inspect()\n"
            "        x902 = x + 1\n"
            "        lab.inspect()\n"
            "        lab.observe(x, x902)\n"
            "        lab.inspect()\n"
            "    lab.inspect()\n"
            "    return x\n"
            "def run():\n"
            "    lab.call(body, 1)\n");
  EXPECT_FALSE(static_cast<bool>(programs_->dense("def run(:\n")));
}

TEST_F(ProgramsTest, InADenseProgramEachManagerHasABlock) {
  auto dense = programs_->dense(
      "def body(a, b, c):\n"
      "    with a, b as x1, c:\n"
      "        lab.brk(1)\n"
      "    with a, b:\n"
      "        x2 = \"\"\"\n"
      "\"\"\"\n"
      "def run():\n"
      "    lab.call(body, 1)\n");
  ASSERT_TRUE(static_cast<bool>(dense));
  EXPECT_EQ(*dense,
            "def body(a, b, c):\n"
            "    lab.inspect()\n"
            "    with a:\n"
            "        lab.inspect()\n"
            "        with b as x1:\n"
            "            lab.inspect()\n"
            "            with c:\n"
            "                lab.inspect()\n"
            "                lab.brk(1)\n"
            "                lab.inspect()\n"
            "            lab.inspect()\n"
            "        lab.inspect()\n"
            "    lab.inspect()\n"
            "    with a, b:\n"
            "        lab.inspect()\n"
            "        x2 = \"\"\"\n"
            "\"\"\"\n"
            "        lab.inspect()\n"
            "    lab.inspect()\n"
            "def run():\n"
            "    lab.call(body, 1)\n");
}

TEST_F(ProgramsTest, ADenseProgramKeepsTheRestAsItIsWritten) {
  auto dense = programs_->dense(
      "def body(x):\n"
      "    out = x(**(x or {}))\n"
      "    n1 = 1\n"
      "    while (n1 := n1 - 1) >= 0:\n"
      "        x1 = yield x\n"
      "    lab.observe(x + 1, x, -x)\n"
      "    if x is None:\n"
      "        return\n"
      "    elif x > 1:\n"
      "        return x * 2\n");
  ASSERT_TRUE(static_cast<bool>(dense));
  EXPECT_EQ(*dense,
            "def body(x):\n"
            "    lab.inspect()\n"
            "    out = x(**(x or {}))\n"
            "    lab.inspect()\n"
            "    n1 = 1\n"
            "    while (n1 := n1 - 1) >= 0:\n"
            "        lab.inspect()\n"
            "        x1 = yield x\n"
            "        lab.inspect()\n"
            "    lab.inspect()\n"
            "    x901 = x + 1\n"
            "    lab.inspect()\n"
            "    x902 = -x\n"
            "    lab.inspect()\n"
            "    lab.observe(x901, x, x902)\n"
            "    lab.inspect()\n"
            "    x903 = x is None\n"
            "    lab.inspect()\n"
            "    if x903:\n"
            "        lab.inspect()\n"
            "        return\n"
            "    elif x > 1:\n"
            "        lab.inspect()\n"
            "        x904 = x * 2\n"
            "        lab.inspect()\n"
            "        return x904\n"
            "    lab.inspect()\n");
}

TEST_F(ProgramsTest, AVariedProgramHasTheChosenBreaksAndNoOther) {
  const std::string text =
      "from suture import lab\n"
      "def body(x):\n"
      "    lab.brk(1)\n"
      "    lab.inspect()\n"
      "    lab.observe(x, lab.brk(2))\n"
      "    return x\n"
      "def run():\n"
      "    lab.call(body, 7)\n"
      "    lab.observe(8)\n";
  const auto log = [&](const Breaks& breaks, bool hasProbes) {
    auto code = programs_->vary(text, breaks, hasProbes);
    EXPECT_TRUE(static_cast<bool>(code));
    auto ran = programs_->run(*code, nullptr, breaks);
    EXPECT_TRUE(static_cast<bool>(ran));
    return *ran;
  };
  const auto has = [](const std::string& all, const char* part) {
    return all.find(part) != std::string::npos;
  };
  const std::string some = log(std::vector<int>{2}, true);
  EXPECT_FALSE(has(some, "{\"brk\":1"));
  EXPECT_TRUE(has(some, "{\"brk\":2"));
  EXPECT_TRUE(has(some, "{\"inspect\""));
  EXPECT_TRUE(has(some, "{\"observe\":[7,null]"));
  const std::string quiet = log(std::nullopt, false);
  EXPECT_FALSE(has(quiet, "{\"brk\"") || has(quiet, "{\"inspect\"") || has(quiet, "[7,null]"));
  EXPECT_TRUE(has(quiet, "{\"observe\":[8]"));  // run() is not compiled: what it shows is no break
  EXPECT_TRUE(has(quiet, "{\"call\":[\"returned\",7]"));
  EXPECT_FALSE(static_cast<bool>(programs_->vary("def run(:\n", std::nullopt, true)));
}

TEST_F(ProgramsTest, MeasuringLeavesNothingBehind) {
  const auto plain = [&] {
    auto code = programs_->compile(kProgram, "program.py");
    EXPECT_TRUE(static_cast<bool>(code));
    auto log = programs_->run(*code, nullptr, std::vector<int>());
    EXPECT_TRUE(static_cast<bool>(log));
    return *log;
  };
  const std::string before = plain();
  measured(kProgram);
  EXPECT_EQ(plain(), before);
  measured("def run():\n    raise KeyError\n");
  EXPECT_EQ(plain(), before);
}

TEST_F(ProgramsTest, ATextThatIsNoProgramHasNoSize) {
  EXPECT_FALSE(static_cast<bool>(programs_->measure("def run(:\n")));
}

}  // namespace
}  // namespace suture::driver
