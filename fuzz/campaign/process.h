// Runs a piece of work in a forked child of its own, with limits, and tells how it ended.
//
//   ChildEnd end = runInChild({.time = 5s, .memoryBytes = 1 << 30}, [] { return "report"; });
//   if (end.report) …  else  end.ending   // "exit status 3", "signal 11", "time limit"
//
// What holds:
//  * The child leads a process group of its own; when it ends, by itself or at the limit, the rest
//    of the group and everything it left behind is killed and reaped.
//  * It dies with its parent. Its standard input is empty, its output is captured whole, also
//    what C code and grandchildren write, up to kMostOutput; more ends as "output limit".
//  * It leaves by _exit: no handlers at exit run, nothing of the parent is flushed twice. A
//    C++ exception ends it by signal 6; it never unwinds into frames of the parent.
// Not thread-safe: one child at a time in a process.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

namespace suture::campaign {

/// Bytes of standard output, and of standard error, that are captured.
inline constexpr std::size_t kMostOutput = std::size_t{16} << 20;

struct Limits {
  std::chrono::milliseconds time{10'000};
  std::size_t memoryBytes = std::size_t{2} << 30;  ///< address space; 0: no limit
};

struct ChildEnd {
  std::optional<std::string> report;  ///< what the work returned, if it came to its end
  std::string ending;                 ///< "exit status N", "signal N", or a limit (observation.h)
  std::string out;
  std::string err;
  double seconds = 0;
};

ChildEnd runInChild(const Limits& limits, const std::function<std::string()>& work);

/// Makes this process die (by SIGTERM, taking the child of `runInChild` with it) when the process
/// that forked it dies, and adopt what its own children leave behind. For workers, right after the
/// fork. `parent` is the pid of the process that forked.
void becomeWorker(int parent);

/// Puts the limits on the calling process: address space (under sanitizers, beyond what it has by
/// now, most of which is their shadow memory) and no core file.
void limitMemory(std::size_t bytes);

}  // namespace suture::campaign
