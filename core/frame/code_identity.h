// A running frame's `f_code` is the copy it runs on; a program must see the original. The attribute
// getters that read it (frame.f_code and, where they read the frame, gi_code, cr_code and ag_code)
// are replaced by ones that map a copy to its original.
//
//   showOriginalCode();     // as the hook is installed
//   showFramesOwnCode();    // as it is removed: CPython's own getters again
//
// C code that calls PyFrame_GetCode() still sees the copy, which is equal in all but identity.
#pragma once

namespace suture::frame {

void showOriginalCode();
void showFramesOwnCode();

}  // namespace suture::frame
