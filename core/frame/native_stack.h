// A guard on the C stack: with a frame hook every Python call nests C calls, so a recursion limit
// that plain CPython survives could overflow the stack. The answer is RecursionError, never a
// crash.
//
//   if (frame::nativeStackIsLow()) { … PyErr_SetString(PyExc_RecursionError, …) }
//
// Bounds are read once a thread from the C library. Costs one comparison a call.
#pragma once

namespace suture::frame {

/// Less stack is left than one Python call with its C helpers may need.
bool nativeStackIsLow();

}  // namespace suture::frame
