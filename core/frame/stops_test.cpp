#include "core/frame/stops.h"

#include <algorithm>

#include "core/frame/for_tests.h"

namespace suture::frame {
namespace {

using bytecode::CodeOffset;
using namespace for_tests;

constexpr const char* kLoop = "def f(n):\n    while n:\n        n -= 1\n    return n\n";

class StopCopyTest : public testing::Test {
 protected:
  std::uint16_t unitAt(const StopCopy& copy, CodeOffset at) const {
    return suture_code_units(copy.code().get())[at.value()];
  }
  bool isOverwritten(const StopCopy& copy, CodeOffset at) const {
    return unitAt(copy, at) == suture_stop_word() && copy.isOverwritten(at);
  }
  StopCopy& copyWith(const std::vector<CodeOffset>& stops) {
    return *CodeInfo::of(codeOf(f_)).copyFor(++key_, stops);
  }

  py::Ref<> f_ = functionOf(kLoop);
  std::vector<CodeOffset> all_ = everyStop(f_);
  std::uint64_t key_ = 0;
};

TEST_F(StopCopyTest, RestsWithEveryStopOverwrittenAndNothingElse) {
  StopCopy& copy = copyWith({all_[1], all_[3]});
  EXPECT_FALSE(copy.enter());
  for (CodeOffset at : all_) {
    const bool isStop = at == all_[1] || at == all_[3];
    EXPECT_EQ(copy.isStop(at), isStop);
    EXPECT_EQ(isOverwritten(copy, at), isStop) << at.value();
  }
  copy.leave({});
}

TEST_F(StopCopyTest, LiveAtAnInstructionItIsItselfAndItsFollowersHandOver) {
  StopCopy& copy = copyWith({all_[2]});
  copy.enter();
  copy.goLive(all_[2]);
  EXPECT_FALSE(isOverwritten(copy, all_[2]));
  int followers = 0;
  for (CodeOffset at : all_) followers += isOverwritten(copy, at) ? 1 : 0;
  EXPECT_GE(followers, 1);
  copy.rest();
  EXPECT_TRUE(isOverwritten(copy, all_[2]));
  EXPECT_EQ(std::ranges::count_if(all_, [&](CodeOffset at) { return isOverwritten(copy, at); }), 1);
  copy.leave({});
}

TEST_F(StopCopyTest, AnInnerActivationFindsItRestingAndPutsTheStateBack) {
  StopCopy& copy = copyWith(all_);
  copy.enter();
  copy.goLive(all_[4]);
  const StopCopy::Live interrupted = copy.enter();
  EXPECT_EQ(interrupted, all_[4]);
  EXPECT_TRUE(isOverwritten(copy, all_[4]));
  EXPECT_EQ(copy.users(), 2);
  copy.leave(interrupted);
  EXPECT_FALSE(isOverwritten(copy, all_[4]));
  copy.leave({});
  EXPECT_EQ(copy.users(), 0);
}

TEST_F(StopCopyTest, DisarmedItHoldsNoStopUntilItIsEnteredFree) {
  StopCopy& copy = copyWith(all_);
  copy.enter();
  copy.goLive(all_[0]);
  StopCopy::disarmAll();
  EXPECT_FALSE(copy.isArmed());
  for (CodeOffset at : all_) EXPECT_NE(unitAt(copy, at), suture_stop_word()) << at.value();
  copy.rest();
  copy.goLive(all_[1]);
  EXPECT_FALSE(copy.isOverwritten(all_[0])) << "in use it stays disarmed";
  copy.leave({});
  copy.enter();
  EXPECT_TRUE(isOverwritten(copy, all_[0]));
  copy.leave({});
}

TEST_F(StopCopyTest, RestingWithTheFirstStopIsUntilTheNextChange) {
  StopCopy& copy = copyWith({all_.back()});
  copy.enter();
  copy.restWithFirstStop();
  EXPECT_TRUE(isOverwritten(copy, all_.front()));
  EXPECT_FALSE(copy.isStop(all_.front()));
  copy.rest();
  EXPECT_FALSE(isOverwritten(copy, all_.front()));
  copy.leave({});
}

TEST_F(StopCopyTest, TheCopyTellsTheOriginalsBytes) {
  StopCopy& copy = copyWith(all_);
  const auto copied = py::Ref<>::steal(PyCode_GetCode(copy.code().get()));
  const auto original = py::Ref<>::steal(PyCode_GetCode(codeOf(f_).get()));
  EXPECT_EQ(PyObject_RichCompareBool(copied.get(), original.get(), Py_EQ), 1);
  EXPECT_EQ(copy.original(), codeOf(f_));
}

TEST_F(StopCopyTest, RecursionOnOneCopyIsPlain) {
  const auto f = functionOf("def f(n):\n    return 1 if n < 2 else f(n - 1) * n + f(n - 2)\n");
  const auto eight = py::Ref<>::steal(PyLong_FromLong(8));
  const auto plain = py::take(PyObject_CallOneArg(f.get(), eight.get()));
  int deepest = 0;
  const auto stopped = callWithStops(f, {eight.get()}, everyStop(f), [&](Activation& activation) {
    deepest = std::max(deepest, running.depth);
    return activation.goOn();
  });
  EXPECT_EQ(number(stopped), number(plain));
  EXPECT_EQ(deepest, 8);
}

}  // namespace
}  // namespace suture::frame
