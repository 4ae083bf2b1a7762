#include "core/modes/interception.h"

#include <gtest/gtest.h>

#include <string>

namespace suture::modes {
namespace {

// Runs Python and gives a global of it.
class Namespace {
 public:
  explicit Namespace(const char* source) : globals_(py::Ref<>::steal(PyDict_New())) {
    py::Ref<> done =
        py::Ref<>::steal(PyRun_String(source, Py_file_input, globals_.get(), globals_.get()));
    if (!done) PyErr_Print();
    EXPECT_TRUE(done);
  }
  PyObject* operator[](const char* name) const {
    return PyDict_GetItemString(globals_.get(), name);
  }

 private:
  py::Ref<> globals_;
};

constexpr const char* kWorld = R"(
seen = []
class Base:
    def __init__(self, name, answer=NotImplemented): self.name, self.answer = name, answer
    def __torch_function__(self, func, types, args=(), kwargs=None):
        seen.append((self.name, types, kwargs))
        return self.answer
class Derived(Base): pass
class Other(Base): pass
base, derived, other = Base('base'), Derived('derived', 7), Other('other')
mode = Base('mode')
class Raising(Base):
    def __torch_function__(self, *rest): raise KeyError('late')
raising = Raising('raising')
)";

py::Ref<> interceptWith(const Overloads& overloads) {
  py::Ref<> none = py::Ref<>::steal(PyTuple_New(0));
  return intercept({Py_Ellipsis, "test", none, nullptr}, overloads);
}

std::string names(const Namespace& world) {
  std::string text;
  PyObject* seen = world["seen"];
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(seen); ++i) {
    text += PyUnicode_AsUTF8(PyTuple_GET_ITEM(PyList_GET_ITEM(seen, i), 0));
    text += " ";
  }
  return text;
}

TEST(Overloads, SubclassesComeFirstOtherwiseLeftToRight) {
  Namespace world(kWorld);
  Overloads overloads;
  for (const char* name : {"other", "base", "derived", "other"}) overloads.add(world[name]);
  ASSERT_EQ(overloads.operands().size(), 3U);
  EXPECT_EQ(overloads.operands()[0], world["other"]);
  EXPECT_EQ(overloads.operands()[1], world["derived"]);
  EXPECT_EQ(overloads.operands()[2], world["base"]);
}

TEST(Intercept, ModeThenOperandsUntilOneAnswers) {
  Namespace world(kWorld);
  ASSERT_TRUE(push(world["mode"]));
  Overloads overloads;
  for (const char* name : {"other", "base", "derived"}) overloads.add(world[name]);
  py::Ref<> answer = interceptWith(overloads);
  EXPECT_EQ(PyLong_AsLong(answer.get()), 7);
  EXPECT_EQ(names(world), "mode other derived ");
  EXPECT_EQ(pop().get(), world["mode"]);
}

TEST(Intercept, AllDecliningIsATypeError) {
  Namespace world(kWorld);
  ASSERT_TRUE(push(world["mode"]));
  Overloads overloads;
  overloads.add(world["base"]);
  EXPECT_FALSE(interceptWith(overloads));
  EXPECT_TRUE(PyErr_ExceptionMatches(PyExc_TypeError));
  PyErr_Clear();
  EXPECT_EQ(pop().get(), world["mode"]);
}

TEST(Intercept, AnErrorPutsTheModeBack) {
  Namespace world(kWorld);
  ASSERT_TRUE(push(world["raising"]));
  EXPECT_FALSE(interceptWith({}));
  EXPECT_TRUE(PyErr_ExceptionMatches(PyExc_KeyError));
  PyErr_Clear();
  EXPECT_EQ(pop().get(), world["raising"]);
}

TEST(Interception, ScopesSwitchOperandsOrBothOff) {
  Namespace world(kWorld);
  Overloads overloads;
  overloads.add(world["base"]);
  EXPECT_TRUE(isIntercepted(overloads));
  {
    InterceptionScope outer(Interception::kModesOnly);
    EXPECT_FALSE(isIntercepted(overloads));
    ASSERT_TRUE(push(world["mode"]));
    EXPECT_TRUE(isIntercepted(overloads));
    {
      InterceptionScope inner(Interception::kOff);
      EXPECT_FALSE(isIntercepted(overloads));
    }
    EXPECT_TRUE(isIntercepted({}));
    pop().reset();
  }
  EXPECT_TRUE(isIntercepted(overloads));
}

}  // namespace
}  // namespace suture::modes
