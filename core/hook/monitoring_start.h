// Tools that begin to monitor (sys.monitoring, 3.12 on) must find the original instructions in the
// frames that are running: the functions that give tools events first disarm every copy, and so do
// f_trace and f_trace_opcodes of frames where both together give events (3.13 on). They are no audit
// events, as sys.settrace is, so they are wrapped: where CPython defines them, so that it does not
// matter what the program put in their place, or when.
//
//   watchMonitoringStart();      // as the hook is installed
//   unwatchMonitoringStart();    // as it is removed: CPython's own functions again
//
// Events of a frame that was running on a copy name the copy as their code. Does nothing on 3.11.
// Runs no Python.
#pragma once

namespace suture::hook {

void watchMonitoringStart();
void unwatchMonitoringStart();

}  // namespace suture::hook
