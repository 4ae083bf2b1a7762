#include "core/frame/pending.h"

#include "core/frame/for_tests.h"

namespace suture::frame {
namespace {

using namespace for_tests;

// Matching looks at addresses only.
SutureFrame* frameNumber(std::uintptr_t number) {
  return reinterpret_cast<SutureFrame*>(number * 0x1000);
}

class PendingTest : public testing::Test {
 protected:
  py::Ref<> names_ = namesOf(R"(
def make(n):
    def g(): return n
    return g
first = make(1)
second = make(2)
def other(): pass
)");
  py::Borrowed<> named(const char* name) { return PyDict_GetItemString(names_.get(), name); }
  PendingState stateFor(const char* name) {
    return {py::Ref<>::share(named(name)), FrameState{bytecode::CodeOffset(5), {}, {}, {}},
            nullptr};
  }
};

TEST_F(PendingTest, IsTakenOnceByItsFunctionFromItsCaller) {
  EXPECT_TRUE(nothingPending());
  expect(frameNumber(1), stateFor("first"));
  EXPECT_FALSE(nothingPending());
  const auto taken = takePending(frameNumber(1), named("first"));
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->state.offset, bytecode::CodeOffset(5));
  EXPECT_TRUE(nothingPending());
  EXPECT_FALSE(takePending(frameNumber(1), named("first")));
}

TEST_F(PendingTest, IsNotTakenByAnotherFunctionOrFromAnotherCaller) {
  expect(frameNumber(1), stateFor("first"));
  EXPECT_FALSE(takePending(frameNumber(1), named("other")));
  EXPECT_FALSE(takePending(frameNumber(1), named("second"))) << "the same code is not enough";
  EXPECT_FALSE(takePending(frameNumber(2), named("first")));
  EXPECT_TRUE(takePending(frameNumber(1), named("first")));
}

TEST_F(PendingTest, SeveralCallersWaitBesideEachOther) {
  expect(frameNumber(1), stateFor("first"));
  expect(frameNumber(2), stateFor("other"));
  checkNothingLeft(frameNumber(3));
  EXPECT_TRUE(takePending(frameNumber(2), named("other")));
  checkNothingLeft(frameNumber(2));
  dropPending(frameNumber(1));
  dropPending(frameNumber(1));
  EXPECT_TRUE(nothingPending());
}

TEST_F(PendingTest, DroppingReleasesTheState) {
  const Py_ssize_t before = Py_REFCNT(named("first").get());
  expect(frameNumber(1), stateFor("first"));
  EXPECT_EQ(Py_REFCNT(named("first").get()), before + 1);
  dropPending(frameNumber(1));
  EXPECT_EQ(Py_REFCNT(named("first").get()), before);
}

using PendingDeathTest = PendingTest;

TEST_F(PendingDeathTest, OneLeftOverIsABrokenInvariant) {
  EXPECT_DEATH(
      {
        expect(frameNumber(1), stateFor("first"));
        checkNothingLeft(frameNumber(1));
      },
      "taken by the call it is for");
}

TEST_F(PendingDeathTest, TwoForOneCallerAreABrokenInvariant) {
  EXPECT_DEATH(
      {
        expect(frameNumber(1), stateFor("first"));
        expect(frameNumber(1), stateFor("other"));
      },
      "one pending state a calling frame");
}

}  // namespace
}  // namespace suture::frame
