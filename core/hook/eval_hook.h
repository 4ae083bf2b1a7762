// The frame evaluation hook (PEP 523): where CPython hands us every frame that it is about to run.
//
//   EvalHook::prepare();               // as suture is imported
//   EvalHook::install();               // idempotent; chains to a hook that is there already
//   bool removed = EvalHook::remove(); // false when another hook was put over ours
//
// What holds:
//  * Frames outside any context are handed on unchanged.
//  * Before the hook goes, every copy alive gets its original bytes, so that frames still on one
//    run on to their end; handled generators become ordinary ones.
//  * A call that would come too near the end of the C stack raises RecursionError.
#pragma once

#include "core/py/runs_python.h"

namespace suture::hook {

class EvalHook {
 public:
  /// All that a program could notice, done once and for ever: hears of tracing that starts (an audit
  /// hook), measures how the interpreter calls (lessons.h), has frames show their original code and
  /// generators freed in turn. False with a Python error set when the program's audit hooks keep ours
  /// out, or memory is short.
  [[nodiscard]] static bool prepare() SUTURE_RUNS_PYTHON;
  /// False with a Python error set when prepare() fails.
  [[nodiscard]] static bool install() SUTURE_RUNS_PYTHON;
  /// False when another hook was put over ours, which stays then.
  [[nodiscard]] static bool remove();
  static bool isInstalled();
};

}  // namespace suture::hook
