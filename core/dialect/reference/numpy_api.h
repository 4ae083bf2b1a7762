// NumPy, imported at the first use of a tensor, and calls into it.
//
//   const Numpy* numpy = Numpy::get();             // nullptr: ImportError set
//   QuietErrors quiet(*numpy);                     // whatever numpy.errstate says
//   py::Ref<> sum = call(numpy->function(operation), {a, b}, {{"out", a}});
//
// What holds: importing Suture needs no NumPy; any use of a tensor needs NumPy 2. While a
// QuietErrors lives, floating-point errors on this thread are ignored without a warning, and
// afterwards the user's setting is back. Kernels use what NumPy has in C: none of its Python code
// runs in the user's frames.
#pragma once

#include <initializer_list>
#include <vector>

#include "core/dialect/operation.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::dialect {

class Numpy {
 public:
  /// Imports NumPy if that is still to do; nullptr with ImportError set.
  static const Numpy* get() SUTURE_RUNS_PYTHON;

  /// numpy.NAME; empty with AttributeError set.
  py::Ref<> attribute(const char* name) const SUTURE_RUNS_PYTHON;
  /// The C function that an operation's row names, looked up once.
  py::Borrowed<> function(const Operation& operation) const SUTURE_RUNS_PYTHON;
  bool isArray(py::Borrowed<> object) const { return Py_TYPE(object.get()) == arrayType_; }

 private:
  friend class QuietErrors;
  bool load();
  bool findErrorState();

  py::Ref<> module_;
  PyTypeObject* arrayType_ = nullptr;
  py::Ref<> errorState_;  ///< the context variable that numpy.errstate sets
  py::Ref<> quiet_;       ///< its value under errstate(all="ignore")
  mutable std::vector<py::Ref<>> functions_;
};

class QuietErrors {
 public:
  explicit QuietErrors(const Numpy& numpy);
  ~QuietErrors();
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  py::Borrowed<> variable_;
  py::Ref<> token_;
};

struct Keyword {
  const char* name;
  PyObject* value;  ///< left out when nullptr
};

/// callable(*positional, **keywords); empty when `callable` is, or with its error set.
py::Ref<> call(py::Borrowed<> callable, std::initializer_list<PyObject*> positional,
               std::initializer_list<Keyword> keywords = {}) SUTURE_RUNS_PYTHON;

/// object.name(*positional, **keywords).
py::Ref<> callMethod(py::Borrowed<> object, const char* name,
                     std::initializer_list<PyObject*> positional,
                     std::initializer_list<Keyword> keywords = {}) SUTURE_RUNS_PYTHON;

}  // namespace suture::dialect
