// What a program can leave behind in its thread and the process: it must be the same after both runs.
//
//   const int before = recursionLeft();
//   … the program …
//   appendThreadState(out, describer, {before, isCollecting});
//   // {"handled":null,"recursion":0,"limit":1000,…}
#pragma once

#include <string>

#include "fuzz/lab/describe.h"

namespace suture::lab {

/// How many more calls this thread may nest.
int recursionLeft();
struct KnownOfThread {
  int recursionLeft = 0;      ///< before the program
  bool isCollecting = false;  ///< after it; the collector is off while this is told
};
/// The handled exception; calls that were entered and never left; the recursion limit; whether
/// tracing, profiling and the collector are on. Quiet.
void appendThreadState(std::string& out, Describer& describer, const KnownOfThread& known);

}  // namespace suture::lab
