// Calls in the form f(*a, **k), as CPython 3.12 and later make them under a frame hook. Plain CPython
// evaluates the callee in the caller's loop and gives it the only references to the arguments. Under
// a hook the loop goes through C, which keeps references of its own until the callee returns: in the
// tuple, in the dict, and, where there are names, in an array made of both. While the hook is in,
// every Python function is entered through a function of ours, which sees that array.
//
//   SpreadCalls::learn();                                   // once, as suture is imported
//   SpreadCalls::begin(); … SpreadCalls::end();             // with the hook
//   SpreadCall call(here, callee, arguments, flags, names); // in a callable of ours, around its call
//   if (SpreadArguments* given = SpreadCall::takeOf(caller, callee)) …   // at the callee's frame
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
// CPython's, which is counted. Under greenlets calls may end in any order, and their C stacks are
// moved away while others run: what is noted of a call is on the heap. Does nothing on 3.11.
//
// Cost: one comparison a call, and what loop_call.h notes of it; one allocation a call with stars.
#pragma once

#include <Python.h>

#include <cstddef>
#include <memory>
#include <span>

#include "core/frame/access.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::hook {

/// What the interpreter's loop keeps for a call. Valid until the call ends.
class SpreadArguments {
 public:
  /// `tuple`: where the loop has it, if it can be told.
  SpreadArguments(PyObject* const* arguments, Py_ssize_t positional, py::Borrowed<> names,
                  py::Borrowed<> tuple);

  /// Whether this is what comes of a star call with that dict (nullptr: without one). To be asked
  /// when the caller is at a star call of the callee; before, tuple() may be no object at all.
  bool isOf(py::Borrowed<> dict);
  /// Names that are plain strings die unseen.
  bool hasQuietNames() const;

  /// The array made of positional arguments and values of names; empty without names.
  std::span<PyObject*> array() const;
  py::Borrowed<> names() const { return names_; }  ///< a tuple; or nullptr
  py::Borrowed<> tuple() const { return tuple_; }  ///< or nullptr if it is out of reach

 private:
  friend class SpreadCall;
  PyObject* const* arguments_;
  Py_ssize_t positional_;
  py::Borrowed<> names_;
  py::Borrowed<> tuple_;
};

class SpreadCall {
 public:
  /// `nativeFrame`: __builtin_frame_address(0) of the vectorcall function; the rest are its
  /// arguments. Notes the call until the end of the scope, if it is one of the loop's.
  SpreadCall(const void* nativeFrame, py::Borrowed<> callee, PyObject* const* arguments,
             std::size_t flags, py::Borrowed<> names) noexcept;
  ~SpreadCall();
  SpreadCall(const SpreadCall&) = delete;
  SpreadCall& operator=(const SpreadCall&) = delete;

  /// What the loop keeps for the call by which `caller` is entering `callee`, or nullptr. The
  /// callee's frame is there: nobody else is to take this call for its own.
  static SpreadArguments* takeOf(SutureFrame* caller, py::Borrowed<> callee);

  struct Node;

 private:
  std::unique_ptr<Node> node_;
};

class SpreadCalls {
 public:
  /// Runs functions of our own. False with a Python error set when that fails.
  [[nodiscard]] static bool learn() SUTURE_RUNS_PYTHON;
  /// Whether calls of this function come through a function of ours.
  static bool enters(py::Borrowed<> function);
  static void begin();
  static void end();
};

}  // namespace suture::hook
