// The frame evaluation hook (PEP 523): where CPython hands us every frame that it is about to run.
//
//   EvalHook::install();               // idempotent; chains to a hook that is there already
//   bool removed = EvalHook::remove(); // false when another hook was put over ours
//
// What holds:
//  * Frames outside any context are handed on unchanged.
//  * Before the hook goes, every copy alive gets its original bytes, so that frames still running
//  on
//    one run on to their end; handled generators become ordinary ones.
//  * A call that would come too near the end of the C stack raises RecursionError.
#pragma once

namespace suture::hook {

class EvalHook {
 public:
  static void install();
  [[nodiscard]] static bool remove();
  static bool isInstalled();
};

}  // namespace suture::hook
