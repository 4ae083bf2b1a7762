// References to Python objects whose ownership is their type.
//
//   Ref<> list = Ref<>::steal(PyList_New(0));      // owns what a "new reference" call returned
//   Ref<> again = Ref<>::share(borrowed);          // owns one more reference
//   Borrowed<> item = list;                        // owns nothing; valid while somebody else does
//
// What holds:
//  * Ref is move-only and releases exactly what it took; there is no constructor from a bare
//    pointer, so the author has to say `steal` or `share`.
//  * Replacing a Ref stores the new object first and releases the old one afterwards: a finaliser
//    that reaches back sees the new value, never a dangling one.
//  * A Borrowed cannot be made from a temporary Ref (it would dangle).
//
// Dropping a Ref may run Python (a finaliser): see runs_python.h. The lock must be held.
#pragma once

#include <Python.h>

#include <cstddef>
#include <utility>

namespace suture::py {

template <class T = PyObject>
class Ref;

/// A reference that somebody else keeps alive. Meant for arguments and short locals.
template <class T = PyObject>
class Borrowed {
 public:
  constexpr Borrowed() = default;
  constexpr Borrowed(std::nullptr_t) {}
  constexpr Borrowed(T* object) : object_(object) {}
  Borrowed(const Ref<T>& owner) : object_(owner.get()) {}
  Borrowed(Ref<T>&&) = delete;

  constexpr T* get() const { return object_; }
  constexpr T* operator->() const { return object_; }
  PyObject* object() const { return reinterpret_cast<PyObject*>(object_); }
  constexpr explicit operator bool() const { return object_ != nullptr; }
  friend constexpr bool operator==(Borrowed a, Borrowed b) { return a.object_ == b.object_; }

 private:
  T* object_ = nullptr;
};

/// A reference this value owns. Empty after a move.
template <class T>
class Ref {
 public:
  constexpr Ref() = default;
  constexpr Ref(std::nullptr_t) {}
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref(const Ref&) = delete;
  Ref& operator=(const Ref&) = delete;
  Ref& operator=(Ref&& other) noexcept {
    T* taken = std::exchange(other.object_, nullptr);
    replace(taken);
    return *this;
  }
  ~Ref() { replace(nullptr); }

  /// Takes over a reference that the caller owned (the result of a "new reference" call).
  [[nodiscard]] static Ref steal(T* object) { return Ref(object); }
  /// Adds a reference of its own to an object somebody else keeps alive.
  [[nodiscard]] static Ref share(Borrowed<T> object) {
    Py_XINCREF(object.object());
    return Ref(object.get());
  }
  [[nodiscard]] Ref share() const { return share(Borrowed<T>(object_)); }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  PyObject* object() const { return reinterpret_cast<PyObject*>(object_); }
  explicit operator bool() const { return object_ != nullptr; }
  /// Gives the reference away: the caller owns it now.
  [[nodiscard]] T* release() { return std::exchange(object_, nullptr); }
  /// Drops the reference; may run Python.
  void reset() { replace(nullptr); }

 private:
  explicit constexpr Ref(T* object) : object_(object) {}
  void replace(T* object) {
    T* old = std::exchange(object_, object);
    Py_XDECREF(reinterpret_cast<PyObject*>(old));
  }
  T* object_ = nullptr;
};

}  // namespace suture::py
