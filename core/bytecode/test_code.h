// Code objects for the tests of this folder, compiled from source text by the embedded interpreter.
//
//   const auto analysis = analysisOf("def f(a):\n  return a + 1\n");      // of the first function
#pragma once

#include <Python.h>

#include <memory>
#include <string>

#include "core/bytecode/analysis.h"
#include "core/bytecode/opcode_facts.h"
#include "core/py/check.h"
#include "core/py/ref.h"

namespace suture::bytecode {

inline py::Ref<PyCodeObject> moduleCode(const std::string& source) {
  PyObject* code = Py_CompileString(source.c_str(), "test", Py_file_input);
  SUTURE_CHECK(code != nullptr, "the test's source compiles");
  return py::Ref<PyCodeObject>::steal(reinterpret_cast<PyCodeObject*>(code));
}

/// The first code object among a code object's constants.
inline py::Ref<PyCodeObject> firstNested(py::Borrowed<PyCodeObject> code) {
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(code->co_consts); ++i) {
    PyObject* constant = PyTuple_GET_ITEM(code->co_consts, i);
    if (!PyCode_Check(constant)) continue;
    return py::Ref<PyCodeObject>::share(reinterpret_cast<PyCodeObject*>(constant));
  }
  SUTURE_CHECK(false, "the test's source has a function");
  return {};
}

inline py::Ref<PyCodeObject> functionCode(const std::string& source) {
  const auto module = moduleCode(source);
  return firstNested(module);
}

/// The code object with another value (a new reference) for one of its attributes.
inline py::Ref<PyCodeObject> withReplaced(py::Borrowed<PyCodeObject> code, const char* attribute,
                                          PyObject* value) {
  const auto replace = py::Ref<>::steal(PyObject_GetAttrString(code.object(), "replace"));
  const auto none = py::Ref<>::steal(PyTuple_New(0));
  const auto named = py::Ref<>::steal(Py_BuildValue("{s:N}", attribute, value));
  PyObject* made = PyObject_Call(replace.get(), none.get(), named.get());
  SUTURE_CHECK(made != nullptr, "the test's code object can be changed so");
  return py::Ref<PyCodeObject>::steal(reinterpret_cast<PyCodeObject*>(made));
}

inline std::unique_ptr<const CodeAnalysis> analysisOf(const std::string& source) {
  const auto code = functionCode(source);
  return CodeAnalysis::of(code);
}

/// The first instruction at or after `from` with this semantic operation.
inline const Instruction& firstOf(const CodeAnalysis& analysis, OperationKind kind,
                                  CodeOffset from = CodeOffset(0)) {
  for (const Instruction& instruction : analysis.instructions()) {
    if (instruction.offset >= from && instruction.operation.kind == kind) return instruction;
  }
  SUTURE_CHECK(false, "the test's code has the operation");
  return analysis.instructions().front();
}

}  // namespace suture::bytecode
