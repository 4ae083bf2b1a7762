#include "core/hook/loop_call.h"

#include "core/hook/distance.h"
#include "core/hook/for_tests.h"

namespace suture::hook {
namespace {

TEST(Distance, IsKnownOnceMeasuredAndUnknownWhereMeasuresDiffer) {
  Distance distance;
  EXPECT_FALSE(distance.is(0));
  distance.add(48);
  distance.add(48);
  EXPECT_TRUE(distance.is(48));
  EXPECT_FALSE(distance.is(64));
  distance.add(64);
  EXPECT_FALSE(distance.is(48));
  EXPECT_FALSE(distance.is(64));
}

TEST(LoopCall, ACallIsThatOfItsFunctionAndArgumentsOnce) {
  PyObject* stack[2] = {Py_None, Py_None};
  LoopCall::entered(Py_True, stack);
  EXPECT_TRUE(LoopCall::wasEnteredWith(Py_True, stack));
  EXPECT_FALSE(LoopCall::wasEnteredWith(Py_True, stack));
  LoopCall::entered(Py_True, stack);
  EXPECT_FALSE(LoopCall::wasEnteredWith(Py_True, stack + 1));
  LoopCall::entered(Py_True, stack);
  EXPECT_FALSE(LoopCall::wasEnteredWith(Py_False, stack));
}

TEST(LoopCall, WithoutAnEvaluationNothingIsAtItsDistance) {
  ASSERT_TRUE(LoopCall::learn());
  EXPECT_FALSE(LoopCall::isAtItsDistance(PyThreadState_Get(), __builtin_frame_address(0)));
}

}  // namespace
}  // namespace suture::hook
