#include "core/frame/state.h"

#include "core/frame/for_tests.h"

namespace suture::frame {
namespace {

using namespace for_tests;

TEST(FrameState, HoldsUnboundNamesCellsStackAndTheExceptionHandled) {
  const auto f = functionOf(R"(
def f(a, b):
    c = lambda: a
    try:
        raise KeyError
    except KeyError:
        return [b, len(b)]
    d = 1
)");
  const auto text = py::Ref<>::steal(PyUnicode_FromString("text"));
  const auto one = py::Ref<>::steal(PyLong_FromLong(1));
  bool sawUnbound = false;
  bool sawCell = false;
  bool sawHandled = false;
  bool sawStack = false;
  static_cast<void>(callWithStops(f, {one.get(), text.get()}, everyStop(f), [&](Activation& at) {
    const FrameView view = at.view();
    EXPECT_EQ(view.locals.size(), static_cast<std::size_t>(codeOf(f)->co_nlocalsplus));
    EXPECT_EQ(at.analysis().depthAt(view.offset)->value(), static_cast<int>(view.stack.size()));
    for (PyObject* local : view.locals) {
      sawUnbound |= local == nullptr;
      sawCell |= local != nullptr && PyCell_Check(local);
    }
    sawHandled |= view.handled && PyErr_GivenExceptionMatches(view.handled.get(), PyExc_KeyError);
    sawStack |= !view.stack.empty() && view.stack.back() == text.get();
    return at.goOn();
  }));
  EXPECT_TRUE(sawUnbound);
  EXPECT_TRUE(sawCell);
  EXPECT_TRUE(sawHandled);
  EXPECT_TRUE(sawStack);
}

TEST(FrameState, OwnsWhatItHoldsAndCopiesShareIt) {
  const auto list = py::Ref<>::steal(PyList_New(0));
  PyObject* const slots[] = {list.get(), nullptr};
  const FrameView view{bytecode::CodeOffset(3), slots, {slots, 1}, list};
  {
    const FrameState state = FrameState::from(view);
    EXPECT_EQ(Py_REFCNT(list.get()), 4);
    const FrameState second = state.copy();
    EXPECT_EQ(Py_REFCNT(list.get()), 7);
    EXPECT_TRUE(same(view, second));
  }
  EXPECT_EQ(Py_REFCNT(list.get()), 1);
}

TEST(FrameState, IsNotTheSameWithAnotherObjectSlotOrOffset) {
  const auto list = py::Ref<>::steal(PyList_New(0));
  const auto other = py::Ref<>::steal(PyList_New(0));
  PyObject* const slots[] = {list.get(), nullptr};
  const FrameView view{bytecode::CodeOffset(3), slots, {slots, 1}, nullptr};
  const auto changed = [&](auto change) {
    FrameState state = FrameState::from(view);
    change(state);
    return same(view, state);
  };
  EXPECT_TRUE(changed([](FrameState&) {}));
  EXPECT_FALSE(changed([&](FrameState& state) { state.locals[0] = other.share(); }));
  EXPECT_FALSE(changed([&](FrameState& state) { state.locals[1] = other.share(); }));
  EXPECT_FALSE(changed([](FrameState& state) { state.stack.clear(); }));
  EXPECT_FALSE(changed([](FrameState& state) { state.offset = state.offset + 1; }));
  EXPECT_FALSE(changed([&](FrameState& state) { state.handled = other.share(); }));
  EXPECT_TRUE(changed([](FrameState& state) { state.handled = py::Ref<>::share(Py_None); }))
      << "None and nothing both mean that no exception is handled";
}

}  // namespace
}  // namespace suture::frame
