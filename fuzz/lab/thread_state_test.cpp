#include "fuzz/lab/thread_state.h"

#include "fuzz/lab/testing.h"

namespace suture::lab {
namespace {

std::string told(const ThreadBefore& before, bool isCollecting) {
  std::string out;
  Describer describer(out);
  appendThreadState(out, describer, before, isCollecting);
  return out;
}

std::string seen;
PyObject* look(PyObject*, PyObject*) {
  seen = told(threadBefore(), true);
  Py_RETURN_NONE;
}
PyMethodDef lookDefinition = {"look", look, METH_NOARGS, nullptr};

int trace(PyObject*, PyFrameObject*, int, PyObject*) { return 0; }

TEST(ThreadState, AtRestNothingIsLeft) {
  const Python python;
  EXPECT_EQ(
      told(threadBefore(), true),
      R"({"handled":null,"recursion":0,"limit":1000,"traced":false,"profiled":false,"collector":true})");
}

TEST(ThreadState, WhatIsLeftIsTold) {
  Python python;
  python.run("sys.setrecursionlimit(900)\n");
  PyEval_SetTrace(trace, nullptr);
  ThreadBefore before = threadBefore();
  before.recursionLeft += 2;
  EXPECT_EQ(
      told(before, false),
      R"({"handled":null,"recursion":2,"limit":900,"traced":true,"profiled":false,"collector":false})");
  PyEval_SetTrace(nullptr, nullptr);
  PyEval_SetProfile(trace, nullptr);
  EXPECT_NE(told(threadBefore(), false).find(R"("traced":false,"profiled":true)"),
            std::string::npos);
  PyEval_SetProfile(nullptr, nullptr);
  python.run("sys.setrecursionlimit(1000)\n");
}

TEST(ThreadState, AnotherFolderAndAProcessAreToldWhereTheyAreLeft) {
  Python python;
  const ThreadBefore before = threadBefore();
  python.run("import os\nhere = os.getcwd()\nos.chdir('/')\nchild = os.fork() or os._exit(0)\n");
  EXPECT_TRUE(told(before, false).ends_with(R"(,"folder":"another","processes":"left"})"));
  python.run("os.chdir(here)\nos.waitpid(child, 0)\n");
  EXPECT_TRUE(told(before, false).ends_with(R"("collector":false})"));
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
