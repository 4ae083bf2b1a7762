// Calls in the form f(*a, **k), as CPython 3.12 and later make them under a frame hook. Plain CPython
// evaluates the callee in the caller's loop and gives it the only references to the arguments. Under
// a hook the loop goes through C, which keeps references of its own until the callee returns: in the
// tuple, in the dict, and, where there are names, in an array made of both. While the hook is in,
// every Python function is entered through a function of ours, which sees that array.
//
//   SpreadCalls::learn();                                   // once, as suture is imported
//   SpreadCalls::begin(); … SpreadCalls::end();             // with the hook
//   SpreadCall call(here, arguments, flags, names);         // in a callable of ours, around its call
//   if (SpreadCall* call = SpreadCall::takeFrom(caller)) …  // in the hook, at the callee's frame
//
// How it is known that the interpreter's loop itself makes the call, and no C code that the same
// instruction runs (the iterator of a star argument, a finaliser): by the distance on the C stack
// between the loop's frame and that of the function called. It is the same for each such call, and
// larger for what C code under the same instruction calls; learn() measures it. Other instructions
// may happen to have it: the hook looks at the caller's, at its callable and its dict. The tuple
// that the loop makes of a star argument that is none lies, where there are names too, in a register
// of the loop alone: learn() finds where in the frames between it is saved. Nothing found: such
// references are left alone.
//
// What holds: a function's own entry is back when the hook goes; functions that somebody else gave
// an entry keep it. When the program has taken all function watchers, functions made later keep
// CPython's. Does nothing on 3.11. Cost: one comparison a call.
#pragma once

#include <Python.h>

#include <cstddef>

#include "core/frame/access.h"

namespace suture::hook {

class SpreadCall {
 public:
  /// `nativeFrame`: __builtin_frame_address(0) of the vectorcall function; the rest are its
  /// arguments. Notes the call until the end of the scope, if it is one of the loop's.
  SpreadCall(const void* nativeFrame, PyObject* const* arguments, std::size_t flags,
             PyObject* names) noexcept;
  ~SpreadCall();
  SpreadCall(const SpreadCall&) = delete;
  SpreadCall& operator=(const SpreadCall&) = delete;

  /// The call of `caller` that is entering its callee, or nullptr.
  static SpreadCall* pendingOf(SutureFrame* caller);
  /// Whether this is what comes of a star call with that dict (nullptr: without one). To be asked
  /// when the caller is at a star call of the callee; before, `tuple` may be no object at all.
  bool isOf(PyObject* dict);
  /// The callee's frame is there: nobody else is to take this call for its own.
  void taken();

  /// Names that are plain strings die unseen.
  bool hasQuietNames() const;
  PyObject* const*
      arguments;          ///< of the tuple, or of an array that owns them, values of names last
  Py_ssize_t positional;  ///< how many of them have no name
  PyObject* names;        ///< of the values at the end of the array; or nullptr
  PyObject* tuple;        ///< or nullptr if it is out of reach; borrowed

 private:
  SutureFrame* caller_ = nullptr;
  SpreadCall* outer_;
};

class SpreadCalls {
 public:
  /// Runs functions of our own. False with a Python error set when that fails.
  [[nodiscard]] static bool learn();
  static void begin();
  static void end();
};

}  // namespace suture::hook
