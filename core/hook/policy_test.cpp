#include "core/hook/policy.h"

#include <algorithm>

#include "core/hook/for_tests.h"

namespace suture::hook {
namespace {

using bytecode::CodeOffset;
using namespace for_tests;

constexpr const char* kText = R"(
def f(a, b):
    for i in range(a):
        b = b + i * a
        if b > 10:
            b -= len([a, b])
    return b
def g(a, b):
    for i in range(a):
        b = b + i * a
        if b > 10:
            b -= len([a, b])
    return b
)";

class PolicyTest : public testing::Test {
 protected:
  std::vector<CodeOffset> stops(const BreakPolicy& policy, const char* name, bool isEntry = true) {
    return policy.stopsIn(*bytecode::CodeAnalysis::of(codeOf(named(names_, name))),
                          codeOf(named(names_, name)), isEntry);
  }
  std::vector<CodeOffset> legal(const char* name) {
    const auto analysis = bytecode::CodeAnalysis::of(codeOf(named(names_, name)));
    return {analysis->legalStops().begin(), analysis->legalStops().end()};
  }
  py::Ref<> names_ = namesOf(kText, "one.py");
};

TEST_F(PolicyTest, NoneHasNoStopsAndEverywhereHasAll) {
  EXPECT_TRUE(stops(*BreakPolicy::none(), "f").empty());
  EXPECT_EQ(stops(*BreakPolicy::everywhere(), "f"), legal("f"));
  EXPECT_EQ(stops(*BreakPolicy::everywhere(), "f", false), legal("f"));
}

TEST_F(PolicyTest, FilesNarrowItDown) {
  EXPECT_EQ(stops(*BreakPolicy::everywhere({"one.py"}), "f"), legal("f"));
  EXPECT_TRUE(stops(*BreakPolicy::everywhere({"two.py"}), "f").empty());
  EXPECT_TRUE(stops(*BreakPolicy::random({.seed = 1, .probability = 1}, {"two.py"}), "f").empty());
}

TEST_F(PolicyTest, PositionsAreBytesInTheEntryAloneAndLegalOnes) {
  const auto all = legal("f");
  const int chosen = toBytes(all[3]).value();
  const auto policy = BreakPolicy::at({chosen, 1, 100'000});
  EXPECT_EQ(stops(*policy, "f"), std::vector<CodeOffset>{all[3]});
  EXPECT_TRUE(stops(*policy, "f", false).empty());
}

TEST_F(PolicyTest, RandomDependsOnSeedFunctionAndOffsetAlone) {
  const RandomBreaks seven{.seed = 7, .probability = 0.3};
  const auto first = stops(*BreakPolicy::random(seven), "f");
  EXPECT_EQ(stops(*BreakPolicy::random(seven), "f"), first);
  EXPECT_EQ(stops(*BreakPolicy::random(seven), "f", false), first);
  names_ = namesOf(kText, "one.py");  // other objects at other addresses
  EXPECT_EQ(stops(*BreakPolicy::random(seven), "f"), first);
  EXPECT_NE(stops(*BreakPolicy::random({.seed = 8, .probability = 0.3}), "f"), first);
  EXPECT_NE(stops(*BreakPolicy::random(seven), "g"), first);
}

TEST_F(PolicyTest, RandomChoosesAboutAsManyAsItSays) {
  std::size_t chosen = 0;
  std::size_t all = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    chosen += stops(*BreakPolicy::random({.seed = seed, .probability = 0.25}), "f").size();
    all += legal("f").size();
  }
  EXPECT_NEAR(static_cast<double>(chosen) / static_cast<double>(all), 0.25, 0.02);
  EXPECT_TRUE(stops(*BreakPolicy::random({.seed = 1, .probability = 0}), "f").empty());
  EXPECT_EQ(stops(*BreakPolicy::random({.seed = 1, .probability = 1}), "f"), legal("f"));
}

TEST_F(PolicyTest, OperationsAreTheirsAloneAndTheEntryIsTheFirst) {
  const auto analysis = bytecode::CodeAnalysis::of(codeOf(named(names_, "f")));
  const auto loops = stops(*BreakPolicy::before({"ForIter"}), "f", false);
  ASSERT_EQ(loops.size(), 1U);
  EXPECT_EQ(analysis->instructionAt(loops[0])->operation.facts().name, "ForIter");
  EXPECT_EQ(stops(*BreakPolicy::before({"Entry"}), "f"), std::vector<CodeOffset>{legal("f")[0]});
  EXPECT_EQ(stops(*BreakPolicy::before({"Entry", "ForIter"}), "f").size(), 2U);
  EXPECT_TRUE(stops(*BreakPolicy::before({"BeforeWith"}), "f").empty());
  EXPECT_TRUE(stops(*BreakPolicy::before({"ForIter"}, {"two.py"}), "f").empty());
}

TEST_F(PolicyTest, OperationsHaveTheNamesOfTheTable) {
  EXPECT_TRUE(isOperationName("ForIter"));
  EXPECT_TRUE(isOperationName("Entry"));
  EXPECT_FALSE(isOperationName("FOR_ITER"));
  EXPECT_FALSE(isOperationName(""));
}

TEST_F(PolicyTest, EachHasAKeyOfItsOwn) {
  EXPECT_NE(BreakPolicy::everywhere()->key(), BreakPolicy::everywhere()->key());
}

}  // namespace
}  // namespace suture::hook
