#include "core/frame/code_info.h"

#include <algorithm>

#include "core/frame/for_tests.h"

namespace suture::frame {
namespace {

using namespace for_tests;

TEST(CodeInfo, IsMadeOnceAndKnowsCopiesFromOriginals) {
  const auto f = functionOf("def f(n): return n");
  EXPECT_EQ(CodeInfo::find(codeOf(f)), nullptr);
  CodeInfo& info = CodeInfo::of(codeOf(f));
  EXPECT_EQ(&CodeInfo::of(codeOf(f)), &info);
  EXPECT_EQ(info.asCopy(), nullptr);
  StopCopy* copy = info.copyFor(1, everyStop(f));
  ASSERT_NE(copy, nullptr);
  EXPECT_EQ(CodeInfo::find(copy->code())->asCopy(), copy);
}

TEST(CodeInfo, TheSameKeyGivesTheSameCopy) {
  const auto f = functionOf("def f(n): return n");
  CodeInfo& info = CodeInfo::of(codeOf(f));
  StopCopy* copy = info.copyFor(1, everyStop(f));
  EXPECT_EQ(info.copyFor(1, everyStop(f)), copy);
  EXPECT_EQ(info.existingCopyFor(1), copy);
  EXPECT_EQ(info.existingCopyFor(2), nullptr);
}

TEST(CodeInfo, CopiesAreBoundedHoweverManyKeysAsk) {
  const auto f = functionOf("def f(n): return n");
  CodeInfo& info = CodeInfo::of(codeOf(f));
  const int before = StopCopy::alive();
  for (std::uint64_t key = 1; key < 100; ++key) {
    StopCopy* copy = info.copyFor(key, everyStop(f));
    ASSERT_NE(copy, nullptr);
    copy->leave(copy->enter());
  }
  EXPECT_LE(StopCopy::alive() - before, static_cast<int>(CodeInfo::kMostCopies));
}

TEST(CodeInfo, CopiesInUseAreNotGivenUp) {
  const auto f = functionOf("def f(n): return n");
  CodeInfo& info = CodeInfo::of(codeOf(f));
  std::vector<StopCopy*> used;
  for (std::uint64_t key = 1; key <= CodeInfo::kMostCopies; ++key) {
    used.push_back(info.copyFor(key, everyStop(f)));
    used.back()->enter();
  }
  EXPECT_EQ(info.copyFor(1000, everyStop(f)), nullptr);
  used.front()->leave({});
  EXPECT_NE(info.copyFor(1000, everyStop(f)), nullptr);
  for (std::size_t i = 1; i < used.size(); ++i) used[i]->leave({});
}

TEST(CodeInfo, ACopyThatOutlivesItsOriginalIsOrdinary) {
  auto f = functionOf("def f(n): return n + 1");
  const auto stops = everyStop(f);
  auto kept = py::Ref<PyCodeObject>::share(CodeInfo::of(codeOf(f)).copyFor(1, stops)->code());
  EXPECT_EQ(suture_code_units(kept.get())[stops.front().value()], suture_stop_word());
  PyGC_Collect();  // functions of other tests
  const int before = StopCopy::alive();
  const auto globals = py::Ref<>::steal(PyDict_New());
  f.reset();
  PyGC_Collect();  // its globals refer to it
  EXPECT_EQ(StopCopy::alive(), before - 1);
  EXPECT_EQ(CodeInfo::find(kept)->asCopy(), nullptr);
  for (bytecode::CodeOffset at : stops) {
    EXPECT_NE(suture_code_units(kept.get())[at.value()], suture_stop_word());
  }
  const auto again = py::Ref<>::steal(PyFunction_New(kept.object(), globals.get()));
  const auto one = py::Ref<>::steal(PyLong_FromLong(1));
  EXPECT_EQ(number(py::take(PyObject_CallOneArg(again.get(), one.get()))), 2);
}

}  // namespace
}  // namespace suture::frame
