// Functions of our own that are called as suture is imported, so that something about calls can be
// measured (spread_calls.h, loop_call.h).
//
//   auto lessons = Lessons::of("def callee(): …\ndef lessons(): callee()\n");
//   if (!lessons || !lessons->give()) return false;          // with a Python error set
//   … lessons->callee() …                                    // borrowed
#pragma once

#include <Python.h>

#include <optional>
#include <utility>

#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::hook {

class Lessons {
 public:
  /// A text that defines `callee` and `lessons`. nullopt with a Python error set when it cannot be
  /// executed (memory is short, an interrupt).
  static std::optional<Lessons> of(const char* text) SUTURE_RUNS_PYTHON;

  py::Borrowed<> callee() const { return callee_; }
  /// Calls `lessons`. False with a Python error set when that fails.
  bool give() const SUTURE_RUNS_PYTHON;

 private:
  Lessons(py::Ref<> callee, py::Ref<> lessons)
      : callee_(std::move(callee)), lessons_(std::move(lessons)) {}
  py::Ref<> callee_, lessons_;
};

}  // namespace suture::hook
