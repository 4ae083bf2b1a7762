#include "core/modes/mode_stack.h"

#include <gtest/gtest.h>

#include <thread>

namespace suture::modes {
namespace {

py::Ref<> object() { return py::Ref<>::steal(PyList_New(0)); }

void clear() {
  while (stackLength() > 0) pop().reset();
}

TEST(ModeStack, IsLastInFirstOutAndOwns) {
  py::Ref<> a = object();
  py::Ref<> b = object();
  ASSERT_TRUE(push(a));
  ASSERT_TRUE(push(b));
  ASSERT_TRUE(push(a));
  EXPECT_EQ(stackLength(), 3U);
  EXPECT_EQ(Py_REFCNT(a.get()), 3);
  EXPECT_EQ(pop().get(), a.get());
  EXPECT_EQ(pop().get(), b.get());
  EXPECT_EQ(pop().get(), a.get());
  EXPECT_FALSE(pop());
  EXPECT_EQ(Py_REFCNT(a.get()), 1);
}

TEST(ModeStack, SnapshotGivesTheVeryObjectsBottomToTop) {
  py::Ref<> a = object();
  py::Ref<> b = object();
  ASSERT_TRUE(push(a) && push(b));
  std::vector<py::Ref<>> seen = snapshot();
  clear();
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0].get(), a.get());
  EXPECT_EQ(seen[1].get(), b.get());
}

TEST(ModeStack, TopComesBackOverWhatAHandlerLeft) {
  py::Ref<> top = object();
  py::Ref<> left = object();
  ASSERT_TRUE(push(top));
  {
    TopTakenOff taken;
    EXPECT_EQ(taken.mode(), py::Borrowed<>(top));
    EXPECT_EQ(stackLength(), 0U);
    ASSERT_TRUE(push(left));
  }
  EXPECT_EQ(pop().get(), top.get());
  EXPECT_EQ(pop().get(), left.get());
}

TEST(ModeStack, TopComesBackWhenAHandlerPopsWhatIsBelow) {
  py::Ref<> below = object();
  py::Ref<> top = object();
  ASSERT_TRUE(push(below) && push(top));
  {
    TopTakenOff taken;
    EXPECT_EQ(pop().get(), below.get());
  }
  EXPECT_EQ(stackLength(), 1U);
  EXPECT_EQ(pop().get(), top.get());
}

TEST(ModeStack, IsTheThreadsOwnAndEndsWithIt) {
  py::Ref<> mine = object();
  py::Ref<> other = object();
  ASSERT_TRUE(push(mine));
  PyThreadState* state = PyEval_SaveThread();
  std::size_t seen = 99;
  std::thread([&] {
    PyGILState_STATE lock = PyGILState_Ensure();
    seen = stackLength();
    EXPECT_TRUE(push(other));
    PyGILState_Release(lock);  // ends the thread's Python state
  }).join();
  PyEval_RestoreThread(state);
  EXPECT_EQ(seen, 0U);
  EXPECT_EQ(Py_REFCNT(other.get()), 1);
  EXPECT_EQ(stackLength(), 1U);
  clear();
}

}  // namespace
}  // namespace suture::modes
