#include "core/py/ref.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace suture::py {
namespace {

static_assert(!std::is_constructible_v<Ref<>, PyObject*>, "say steal or share");
static_assert(!std::is_copy_constructible_v<Ref<>>, "say share");
static_assert(!std::is_constructible_v<Borrowed<>, Ref<>&&>, "would dangle");
static_assert(std::is_constructible_v<Borrowed<>, const Ref<>&>);

TEST(Ref, StealTakesOverAndShareAdds) {
  PyObject* list = PyList_New(0);
  Py_INCREF(list);
  {
    Ref<> first = Ref<>::steal(list);
    EXPECT_EQ(Py_REFCNT(list), 2);
    Ref<> second = first.share();
    EXPECT_EQ(Py_REFCNT(list), 3);
  }
  EXPECT_EQ(Py_REFCNT(list), 1);
  Py_DECREF(list);
}

TEST(Ref, MoveLeavesTheSourceEmpty) {
  Ref<> a = Ref<>::steal(PyList_New(0));
  PyObject* list = a.get();
  Ref<> b = std::move(a);
  EXPECT_FALSE(a);  // NOLINT(bugprone-use-after-move): empty by contract
  EXPECT_EQ(b.get(), list);
}

// A finaliser that looks at the reference being replaced must see the new object.
TEST(Ref, StoresTheNewBeforeReleasingTheOld) {
  static Ref<> slot;
  static PyObject* seen = nullptr;
  PyObject* old = PyCapsule_New(&slot, "old", [](PyObject*) { seen = slot.get(); });
  slot = Ref<>::steal(old);
  Ref<> fresh = Ref<>::steal(PyList_New(0));
  PyObject* expected = fresh.get();
  slot = std::move(fresh);
  EXPECT_EQ(seen, expected);
  slot.reset();
}

}  // namespace
}  // namespace suture::py
