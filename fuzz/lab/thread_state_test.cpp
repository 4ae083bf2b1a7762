#include "fuzz/lab/thread_state.h"

#include "fuzz/lab/testing.h"

namespace suture::lab {
namespace {

std::string told(const KnownOfThread& known) {
  std::string out;
  Describer describer(out);
  appendThreadState(out, describer, known);
  return out;
}

std::string seen;
PyObject* look(PyObject*, PyObject*) {
  seen = told({recursionLeft(), true});
  Py_RETURN_NONE;
}
PyMethodDef lookDefinition = {"look", look, METH_NOARGS, nullptr};

int trace(PyObject*, PyFrameObject*, int, PyObject*) { return 0; }

TEST(ThreadState, AtRestNothingIsLeft) {
  const Python python;
  EXPECT_EQ(
      told({recursionLeft(), true}),
      R"({"handled":null,"recursion":0,"limit":1000,"traced":false,"profiled":false,"collector":true})");
}

TEST(ThreadState, WhatIsLeftIsTold) {
  Python python;
  python.run("sys.setrecursionlimit(900)\n");
  PyEval_SetTrace(trace, nullptr);
  EXPECT_EQ(
      told({recursionLeft() + 2, false}),
      R"({"handled":null,"recursion":2,"limit":900,"traced":true,"profiled":false,"collector":false})");
  PyEval_SetTrace(nullptr, nullptr);
  PyEval_SetProfile(trace, nullptr);
  EXPECT_NE(told({}).find(R"("traced":false,"profiled":true)"), std::string::npos);
  PyEval_SetProfile(nullptr, nullptr);
  python.run("sys.setrecursionlimit(1000)\n");
}

TEST(ThreadState, TheHandledExceptionIsTold) {
  Python python;
  python.add(lookDefinition);
  python.run("try:\n    raise KeyError\nexcept KeyError:\n    look()\n");
  EXPECT_TRUE(seen.starts_with(R"({"handled":[0,"KeyError")")) << seen;
  python.run("look()\n");
  EXPECT_TRUE(seen.starts_with(R"({"handled":null)")) << seen;
}

}  // namespace
}  // namespace suture::lab
