// For the tests of this folder: a function, called under a policy.
//
//   py::Result<py::Ref<>> result = callUnder(BreakPolicy::everywhere(), f, {…});
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/hook/context.h"
#include "core/hook/counters.h"
#include "core/hook/eval_hook.h"
#include "core/hook/policy.h"
#include "core/py/check.h"
#include "core/py/error.h"

namespace suture::hook::for_tests {

inline py::Ref<> namesOf(const std::string& text, const char* file = "<test>") {
  auto names = py::Ref<>::steal(PyDict_New());
  PyDict_SetItemString(names.get(), "__builtins__", PyEval_GetBuiltins());
  const auto code = py::Ref<>::steal(Py_CompileString(text.c_str(), file, Py_file_input));
  EXPECT_TRUE(code);
  const auto done = py::Ref<>::steal(PyEval_EvalCode(code.get(), names.get(), names.get()));
  if (!done) PyErr_Print();
  EXPECT_TRUE(done);
  return names;
}

inline py::Borrowed<> named(const py::Ref<>& names, const char* name) {
  return PyDict_GetItemString(names.get(), name);
}

inline py::Borrowed<PyCodeObject> codeOf(py::Borrowed<> function) {
  return reinterpret_cast<PyCodeObject*>(PyFunction_GetCode(function.get()));
}

inline py::Result<py::Ref<>> callUnder(BreakPolicy::Shared policy, py::Borrowed<> function,
                                       std::vector<PyObject*> arguments = {}) {
  SUTURE_CHECK(EvalHook::install(), "the hook goes in");
  const ContextScope scope({.policy = std::move(policy), .entry = function});
  return py::take(PyObject_Vectorcall(function.get(), arguments.data(), arguments.size(), nullptr));
}

inline std::string shown(const py::Result<py::Ref<>>& result) {
  EXPECT_TRUE(result);
  if (!result) return {};
  const auto text = py::Ref<>::steal(PyObject_Repr((*result).get()));
  return PyUnicode_AsUTF8(text.get());
}

}  // namespace suture::hook::for_tests
