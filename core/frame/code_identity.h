// A running frame's `f_code` is the copy it runs on; a program must see the original. The attribute
// getters that read it (frame.f_code and, where they read the frame, gi_code, cr_code and ag_code)
// are replaced by ones that map a copy to its original.
//
//   showOriginalCode();     // once, as suture is imported
//
// The getters stay when the hook goes: frames may still be running on disarmed copies, and for an
// original they do nothing. C code that calls PyFrame_GetCode() still sees the copy.
#pragma once

namespace suture::frame {

void showOriginalCode();

}  // namespace suture::frame
