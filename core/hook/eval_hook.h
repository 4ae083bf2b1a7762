// The frame evaluation hook (PEP 523): where CPython hands us every frame that it is about to run.
//
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
  /// Begins to hear of tracing that starts (an audit hook, for ever); `import suture` does it, so
  /// that later nothing can be seen. False with a Python error set when the program's audit hooks
  /// keep ours out.
  [[nodiscard]] static bool listen() SUTURE_RUNS_PYTHON;
  /// False with a Python error set when listen() fails.
  [[nodiscard]] static bool install() SUTURE_RUNS_PYTHON;
  [[nodiscard]] static bool remove();
  static bool isInstalled();
};

}  // namespace suture::hook
