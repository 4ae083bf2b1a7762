// Generators and coroutines that own each other in a chain are freed by C calls nested as deeply.
// Under a frame hook a chain that plain CPython walks in one C frame takes C stack, so it may be
// given up by a RecursionError, and then what is left of it is freed at once. Near the end of the C
// stack one is freed only when the call in which it died has come back: never a crash.
//
//   freeGeneratorsInTurn();     // once, as suture is imported; they stay so
//
// Costs a comparison a generator freed. Where enough stack is left nothing changes, the order in
// which finalisers run included.
#pragma once

namespace suture::frame {

void freeGeneratorsInTurn();

}  // namespace suture::frame
