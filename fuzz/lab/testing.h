// What the tests of this folder share: values from Python text, described.
//
//   Python python;                                    // the package `suture` is importable
//   python.run("x = [1, 2]\n");
//   python.described("x");                            // [0,"list",1,2]
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

#include "core/py/error.h"
#include "core/py/runs_python.h"
#include "fuzz/lab/describe.h"
#include "fuzz/lab/identities.h"
#include "fuzz/lab/package.h"

namespace suture::lab {

/// Names of a module of its own. The collector is off, as descriptions ask for.
class Python {
 public:
  Python() : names_(py::Ref<>::steal(PyDict_New())) {
    PyGC_Disable();
    PyDict_SetItemString(names_.get(), "__builtins__", PyEval_GetBuiltins());
    run("import sys\nsys.path.insert(0, '" SUTURE_PYTHON_MODULES "')\n");
    const py::Ref<> dialect = py::Ref<>::steal(PyImport_ImportModule("suture"));
    EXPECT_TRUE(dialect && useDialect(dialect));
    Identities::get().clear();
    Identities::get().onDeath({});
  }
  ~Python() { PyGC_Enable(); }
  Python(const Python&) = delete;
  Python& operator=(const Python&) = delete;

  void run(const char* text) SUTURE_RUNS_PYTHON {
    const py::Ref<> ran =
        py::Ref<>::steal(PyRun_String(text, Py_file_input, names_.get(), names_.get()));
    if (!ran) PyErr_Print();
    EXPECT_TRUE(ran) << text;
  }
  py::Ref<> value(const char* expression) SUTURE_RUNS_PYTHON {
    py::Ref<> made =
        py::Ref<>::steal(PyRun_String(expression, Py_eval_input, names_.get(), names_.get()));
    if (!made) PyErr_Print();
    EXPECT_TRUE(made) << expression;
    return made;
  }
  std::string described(const char* expression) SUTURE_RUNS_PYTHON {
    const py::Ref<> object = value(expression);
    std::string out;
    Describer(out).value(object);
    return out;
  }
  std::optional<std::int64_t> numberOf(const char* expression) SUTURE_RUNS_PYTHON {
    const py::Ref<> object = value(expression);
    return Identities::get().numberOf(object);
  }
  /// Makes a C function without arguments callable by that name.
  void add(PyMethodDef& definition) {
    const py::Ref<> function = py::Ref<>::steal(PyCFunction_New(&definition, nullptr));
    PyDict_SetItemString(names_.get(), definition.ml_name, function.get());
  }
  py::Borrowed<> names() const { return names_; }

 private:
  py::Ref<> names_;
};

}  // namespace suture::lab
