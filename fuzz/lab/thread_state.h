// What a program can leave behind in its thread and the process: it must be the same after both runs.
//
//   const ThreadBefore before = threadBefore();
//   … the program …
//   appendThreadState(out, describer, before, isCollecting);
//   // {"handled":null,"recursion":0,"limit":1000,…}
#pragma once

#include <string>

#include "fuzz/lab/describe.h"

namespace suture::lab {

struct ThreadBefore {
  int recursionLeft = 0;     ///< calls that this thread may nest
  std::string folder;        ///< the current one
  bool hasChildren = false;  ///< processes of its own
};
ThreadBefore threadBefore();
/// The handled exception; calls that were entered and never left; the recursion limit; whether tracing,
/// profiling and the collector are on (`isCollecting`: it is off while this is told); and only where it is
/// so, that the current folder is another one, and that processes are left. Quiet.
void appendThreadState(std::string& out, Describer& describer, const ThreadBefore& before,
                       bool isCollecting);

}  // namespace suture::lab
