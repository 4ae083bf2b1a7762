#include "core/frame/generator_state.h"

#include "core/frame/for_tests.h"

namespace suture::frame {
namespace {

using namespace for_tests;

constexpr const char* kCounts = R"(
def f(n):
    for i in range(n):
        got = yield (i, n)
        if got: n += got
    return n
def delegates(n):
    try:
        yield from f(n)
    except KeyError:
        yield "caught"
)";

class GeneratorStateTest : public testing::Test {
 protected:
  py::Ref<> names_ = namesOf(kCounts);
  py::Ref<> make(const char* name) {
    return py::Ref<>::steal(
        PyObject_CallFunction(PyDict_GetItemString(names_.get(), name), "i", 5));
  }
  static long firstOf(py::Borrowed<> pair) {
    return PyLong_AsLong(PyTuple_GET_ITEM(pair.get(), 0));
  }
};

TEST_F(GeneratorStateTest, TellsWhereASuspendedOneStands) {
  const auto generator = make("f");
  const auto value = py::Ref<>::steal(PyIter_Next(generator.get()));
  const FrameView view = viewOf(generator);
  const auto* code =
      suture_frame_code(suture_generator_frame(reinterpret_cast<PyGenObject*>(generator.get())));
  EXPECT_EQ(view.locals.size(), static_cast<std::size_t>(code->co_nlocalsplus));
  EXPECT_EQ(view.stack.size(), 1u) << "the loop's iterator";
  EXPECT_EQ(PyLong_AsLong(view.locals[0]), 5);
}

TEST_F(GeneratorStateTest, ATwinGoesOnWhereTheFirstStood) {
  const auto first = make("f");
  for (int i = 0; i < 3; ++i) py::Ref<>::steal(PyIter_Next(first.get())).reset();
  const auto twin = make("f");
  {
    const auto state = FrameState::from(viewOf(first));
    suspendAt(twin, state);
    EXPECT_TRUE(same(viewOf(twin), state));
  }
  const auto next = py::Ref<>::steal(PyIter_Next(twin.get()));
  EXPECT_EQ(firstOf(next), 3);
  EXPECT_EQ(suture_generator_is_suspended(reinterpret_cast<PyGenObject*>(twin.get())), 1);
}

TEST_F(GeneratorStateTest, InADelegationTheTwinThrowsIntoTheInnerOne) {
  const auto first = make("delegates");
  py::Ref<>::steal(PyIter_Next(first.get())).reset();
  const auto twin = make("delegates");
  {
    const auto state = FrameState::from(viewOf(first));
    suspendAt(twin, state);
  }
  const auto inner = py::Ref<>::steal(PyObject_GetAttrString(twin.get(), "gi_yieldfrom"));
  EXPECT_TRUE(PyGen_CheckExact(inner.get()));
  const auto caught =
      py::Ref<>::steal(PyObject_CallMethod(twin.get(), "throw", "O", PyExc_KeyError));
  EXPECT_STREQ(PyUnicode_AsUTF8(caught.get()), "caught");
  const auto innerFrame = py::Ref<>::steal(PyObject_GetAttrString(inner.get(), "gi_frame"));
  EXPECT_EQ(innerFrame.get(), Py_None);
}

using GeneratorStateDeathTest = GeneratorStateTest;

TEST_F(GeneratorStateDeathTest, OneThatWasStartedIsNotWritten) {
  const auto first = make("f");
  py::Ref<>::steal(PyIter_Next(first.get())).reset();
  EXPECT_DEATH(suspendAt(first, FrameState::from(viewOf(first))), "was not started");
}

TEST_F(GeneratorStateDeathTest, OneThatIsNotSuspendedHasNoView) {
  const auto fresh = make("f");
  EXPECT_DEATH(viewOf(fresh), "is suspended");
}

}  // namespace
}  // namespace suture::frame
