#include "core/hook/handled_generators.h"

#include "core/hook/for_tests.h"

namespace suture::hook {
namespace {

using namespace for_tests;

class HandledGeneratorsTest : public testing::Test {
 protected:
  HandledGeneratorsTest() { forgetAllGenerators(); }
  py::Ref<> names_ = namesOf(R"(
def g():
    try:
        x = yield 1
    finally:
        y = 0
    yield x
    return y
)");
  py::Ref<> make(BreakPolicy::Shared policy) {
    return std::move(*callUnder(std::move(policy), named(names_, "g")));
  }
  static const PyGenObject* cast(const py::Ref<>& generator) {
    return reinterpret_cast<const PyGenObject*>(generator.get());
  }
};

TEST_F(HandledGeneratorsTest, OneMadeUnderAPolicyKeepsIt) {
  const auto policy = BreakPolicy::everywhere();
  const auto generator = make(policy);
  EXPECT_TRUE(anyGeneratorHandled());
  ASSERT_NE(handlingOf(cast(generator)), nullptr);
  EXPECT_EQ(handlingOf(cast(generator))->policy, policy);
  forgetAllGenerators();
  EXPECT_EQ(handlingOf(cast(generator)), nullptr);
}

TEST_F(HandledGeneratorsTest, IsStoppedWhereverItIsResumedUntilItEnds) {
  const auto generator = make(BreakPolicy::everywhere());
  const auto before = counters().stops;
  const auto first = py::Ref<>::steal(PyIter_Next(generator.get()));
  const auto afterFirst = counters().stops;
  EXPECT_GT(afterFirst, before);
  while (const auto item = py::Ref<>::steal(PyIter_Next(generator.get()))) continue;
  EXPECT_GT(counters().stops, afterFirst);
  EXPECT_FALSE(anyGeneratorHandled());
}

TEST_F(HandledGeneratorsTest, OneMadeAtTheAddressOfAnotherOutsideAnyPolicyIsNotHandled) {
  auto generator = make(BreakPolicy::everywhere());
  registerGenerator(generator.get(), {});
  EXPECT_EQ(handlingOf(cast(generator)), nullptr);
}

TEST_F(HandledGeneratorsTest, ThrowingAndClosingRunPlain) {
  const auto generator = make(BreakPolicy::everywhere());
  py::Ref<>::steal(PyIter_Next(generator.get())).reset();
  const auto thrown = counters().plainThrown;
  const auto closed = py::take(PyObject_CallMethod(generator.get(), "close", nullptr));
  EXPECT_EQ(shown(closed), "None");
  EXPECT_EQ(counters().plainThrown, thrown + 1);
  EXPECT_FALSE(anyGeneratorHandled());
}

}  // namespace
}  // namespace suture::hook
