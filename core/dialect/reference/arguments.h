// The arguments of one call of an operation, matched to its parameters.
//
//   Arguments arguments(operation, form);
//   if (arguments.read(values, count, keywordNames) != Match::kYes) …
//   arguments[0]                          // borrowed; nullptr where left out
//   arguments.overloads()                 // operands whose classes have handlers
//
// What holds: only shape and type of arguments are looked at, nothing is converted; wrong use is
// found before any mode or handler is asked. An object whose class has a __torch_function__ fits
// wherever a tensor does. Borrowed values live as long as the caller's.
#pragma once

#include <array>
#include <utility>

#include "core/dialect/operation.h"
#include "core/modes/interception.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::dialect {

enum class Match { kYes, kWrongType, kWrongUse };

class Arguments {
 public:
  Arguments(const Operation& operation, Forms form) : operation_(operation), form_(form) {}

  /// In the layout of vectorcall. Leaves no error set when a type is wrong: sayWrongType() sets it.
  Match read(PyObject* const* values, std::size_t count, PyObject* keywordNames) SUTURE_RUNS_PYTHON;
  void sayWrongType() const;

  /// Instead of read(), for values that have been matched before: one by one, each of its kind. No
  /// handler is looked for.
  void place(std::size_t i, py::Borrowed<> value) { values_[i] = value.get(); }

  /// Exchanges the first two: a reflected operator computes the other way round.
  void swap() { std::swap(values_[0], values_[1]); }

  const Operation& operation() const { return operation_; }
  bool isInPlace() const { return form_.has(kInPlace); }
  std::size_t count() const { return operation_.parameters.size(); }
  PyObject* operator[](std::size_t i) const { return values_[i]; }
  const modes::Overloads& overloads() const { return overloads_; }

 private:
  bool accepts(std::size_t i) SUTURE_RUNS_PYTHON;
  bool acceptsTensor(PyObject* value) SUTURE_RUNS_PYTHON;
  bool acceptsTensors(PyObject* value) SUTURE_RUNS_PYTHON;
  void lookIntoIndex(PyObject* value) SUTURE_RUNS_PYTHON;
  Match placePositional(PyObject* const* values, std::size_t count);
  Match placeKeywords(PyObject* const* values, PyObject* names);

  const Operation& operation_;
  Forms form_;
  std::array<PyObject*, kMostParameters> values_{};
  py::Ref<> spread_;  ///< the tuple of spread positional values
  std::size_t wrong_ = 0;
  modes::Overloads overloads_;
};

/// A Python number that an operation takes beside tensors: bool, int or float.
bool isNumber(py::Borrowed<> object);

}  // namespace suture::dialect
