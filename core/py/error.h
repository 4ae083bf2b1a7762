// A Python error as a value, and back.
//
//   py::Result<py::Ref<>> item = py::take(PyObject_GetItem(list, index));
//   if (!item) return std::move(item).error().restore();   // NULL to the C caller, error set
//
// What holds: a Result holds either a value or an error, never both and never neither; making one
// from an error leaves no error set in the thread. C callbacks end in `restore()`; no C++ exception
// crosses them.
#pragma once

#include <optional>
#include <utility>
#include <variant>

#include "core/py/check.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::py {

/// An exception taken out of the thread state, with its traceback attached to it.
class Error {
 public:
  /// Takes the thread's current exception; there must be one. On 3.11 it may still have to be made.
  [[nodiscard]] static Error take() SUTURE_RUNS_PYTHON;
  explicit Error(Ref<> exception) : exception_(std::move(exception)) {}

  Borrowed<> exception() const { return exception_; }
  /// Makes it the thread's current exception again. Returns NULL for `return error.restore();`.
  std::nullptr_t restore() &&;

 private:
  Ref<> exception_;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : content_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : content_(std::in_place_index<1>, std::move(error)) {}

  explicit operator bool() const { return content_.index() == 0; }
  T& operator*() & { return std::get<0>(content_); }
  const T& operator*() const& { return std::get<0>(content_); }
  T&& operator*() && { return std::get<0>(std::move(content_)); }
  T* operator->() { return &std::get<0>(content_); }
  Error error() && { return std::get<1>(std::move(content_)); }

 private:
  std::variant<T, Error> content_;
};

/// The result of a C API call that returns a new reference, or NULL with an error set.
Result<Ref<>> take(PyObject* newReferenceOrNull) SUTURE_RUNS_PYTHON;

/// Keeps the thread's current exception (or its absence) over a scope that may set errors of its
/// own, and puts it back at the end. Errors left by the scope are a broken invariant.
class ErrorScope {
 public:
  ErrorScope() SUTURE_RUNS_PYTHON;
  ~ErrorScope();
  ErrorScope(const ErrorScope&) = delete;
  ErrorScope& operator=(const ErrorScope&) = delete;

 private:
  std::optional<Error> saved_;
};

}  // namespace suture::py
