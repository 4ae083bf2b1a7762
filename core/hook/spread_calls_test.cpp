#include "core/hook/spread_calls.h"

#include "core/hook/for_tests.h"
#include "core/py/version.h"

namespace suture::hook {
namespace {

using namespace for_tests;

vectorcallfunc& entryOf(py::Borrowed<> function) {
  return reinterpret_cast<PyFunctionObject*>(function.get())->vectorcall;
}

class SpreadCallsTest : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(EvalHook::remove()); }
  void TearDown() override { EXPECT_TRUE(EvalHook::remove()); }
};

constexpr const char* kText = R"(
import gc
def old(): pass
def make():
    def new(): pass
    return new
class Held:
    def method(self): pass
)";

TEST_F(SpreadCallsTest, EveryFunctionIsEnteredThroughUsWhileTheHookIsIn) {
  const auto names = namesOf(kText);
  const auto gc = named(names, "gc");
  ASSERT_TRUE(py::Ref<>::steal(PyObject_CallMethod(gc.get(), "freeze", nullptr)));
  const auto frozen = named(names, "old");
  const auto method =
      py::Ref<>::steal(PyObject_GetAttrString(named(names, "Held").get(), "method"));
  const vectorcallfunc own = entryOf(frozen);
  ASSERT_TRUE(EvalHook::install());
  const auto made = py::Ref<>::steal(PyObject_CallNoArgs(named(names, "make").get()));
  ASSERT_TRUE(made);
  for (py::Borrowed<> function : {frozen, py::Borrowed<>(method), py::Borrowed<>(made)}) {
    EXPECT_EQ(entryOf(function) != own, py::version::kInlinesSpreadCalls);
  }
  ASSERT_TRUE(EvalHook::remove());
  for (py::Borrowed<> function : {frozen, py::Borrowed<>(method), py::Borrowed<>(made)}) {
    EXPECT_EQ(entryOf(function), own);
  }
  ASSERT_TRUE(py::Ref<>::steal(PyObject_CallMethod(gc.get(), "unfreeze", nullptr)));
}

vectorcallfunc ownEntry = nullptr;
PyObject* othersEntry(PyObject* function, PyObject* const* arguments, std::size_t flags,
                      PyObject* names) {
  return ownEntry(function, arguments, flags, names);
}

TEST_F(SpreadCallsTest, TheEntryThatSomebodyElseGaveAFunctionStays) {
  const auto names = namesOf(kText);
  vectorcallfunc& entry = entryOf(named(names, "old"));
  ownEntry = entry;
  entry = &othersEntry;
  ASSERT_TRUE(EvalHook::install());
  EXPECT_EQ(entry, &othersEntry);
  ASSERT_TRUE(EvalHook::remove());
  EXPECT_EQ(entry, &othersEntry);
  entry = ownEntry;
}

// Taken by somebody else while the hook is in: it is theirs from then on.
TEST_F(SpreadCallsTest, AnEntryChangedMeanwhileStays) {
  const auto names = namesOf(kText);
  vectorcallfunc& entry = entryOf(named(names, "old"));
  ownEntry = entry;
  ASSERT_TRUE(EvalHook::install());
  entry = &othersEntry;
  ASSERT_TRUE(EvalHook::remove());
  EXPECT_EQ(entry, &othersEntry);
  entry = ownEntry;
}

}  // namespace
}  // namespace suture::hook
