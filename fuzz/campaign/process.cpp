#include "fuzz/campaign/process.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <string_view>

#include "core/py/check.h"
#include "fuzz/oracle/observation.h"

namespace suture::campaign {
namespace {

using Clock = std::chrono::steady_clock;

volatile sig_atomic_t currentChild = 0;

extern "C" void endWithChild(int) {
  if (currentChild != 0) kill(-currentChild, SIGKILL);
  _exit(128 + SIGTERM);
}

// A file in memory that takes any amount of output without a reader.
class Capture {
 public:
  Capture() : descriptor_(memfd_create("suture", MFD_CLOEXEC)) {
    SUTURE_CHECK(descriptor_ >= 0, "a file in memory for captured output");
  }
  ~Capture() { close(descriptor_); }
  Capture(const Capture&) = delete;
  Capture& operator=(const Capture&) = delete;

  int descriptor() const { return descriptor_; }
  size_t size() const {
    return static_cast<size_t>(std::max<off_t>(0, lseek(descriptor_, 0, SEEK_END)));
  }
  std::string text(size_t most = std::string::npos) const {
    std::string all(std::min(size(), most), '\0');
    size_t have = 0;
    while (have < all.size()) {
      const ssize_t got =
          pread(descriptor_, all.data() + have, all.size() - have, static_cast<off_t>(have));
      if (got <= 0) break;
      have += static_cast<size_t>(got);
    }
    all.resize(have);
    return all;
  }

 private:
  int descriptor_;
};

void writeAll(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = write(descriptor, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) _exit(125);
    text.remove_prefix(static_cast<size_t>(done));
  }
}

// Far above what a program opens or closes for itself.
constexpr int kReportDescriptor = 900;

// What a child may write into one file, captured output included: far more than is kept of it.
constexpr rlim_t kMostWritten = rlim_t{256} << 20;

// Address space that is taken for shadow memory before anything runs.
std::size_t reservedBySanitizers() {
#if defined(__has_feature) && __has_feature(address_sanitizer)
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  return pages * static_cast<std::size_t>(getpagesize());
#else
  return 0;
#endif
}

[[noreturn]] void beChild(int parent, const Limits& limits, const Capture& out, const Capture& err,
                          const Capture& report,
                          const std::function<std::string()>& work) noexcept {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(125);
  setpgid(0, 0);
  signal(SIGTERM, SIG_DFL);
  const int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  const int sink = fcntl(report.descriptor(), F_DUPFD_CLOEXEC, kReportDescriptor);
  dup2(nothing, STDIN_FILENO);
  dup2(out.descriptor(), STDOUT_FILENO);
  dup2(err.descriptor(), STDERR_FILENO);
  limitMemory(limits.memoryBytes);
  const rlimit written = {kMostWritten, kMostWritten};
  setrlimit(RLIMIT_FSIZE, &written);
  writeAll(sink, work());
  _exit(0);
}

// Processes the child left behind that left its group too: this process has adopted them.
void killAdopted() {
  std::ifstream list("/proc/self/task/" + std::to_string(getpid()) + "/children");
  for (int pid = 0; list >> pid;) kill(pid, SIGKILL);
}

// Waits for the child until `deadline`; false when it is still there.
bool waitFor(int child, Clock::time_point deadline, int& status) {
  const int watch = static_cast<int>(syscall(SYS_pidfd_open, child, 0));
  SUTURE_CHECK(watch >= 0, "a descriptor that watches the child");
  bool ended = false;
  while (!ended) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) break;
    pollfd poll = {.fd = watch, .events = POLLIN, .revents = 0};
    ended = ::poll(&poll, 1, static_cast<int>(left.count())) == 1;
  }
  close(watch);
  if (ended) waitpid(child, &status, 0);
  return ended;
}

}  // namespace

void limitMemory(std::size_t bytes) {
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (bytes == 0) return;
  const std::size_t reserved = reservedBySanitizers();
  const rlimit limit = {bytes + reserved, bytes + reserved};
  setrlimit(RLIMIT_AS, &limit);
}

void becomeWorker(int parent) {
  signal(SIGTERM, endWithChild);
  signal(SIGINT, SIG_DFL);
  setpgid(0, 0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(125);
}

ChildEnd runInChild(const Limits& limits, const std::function<std::string()>& work) {
  const Capture out, err, report;
  const auto started = Clock::now();
  const int parent = getpid();
  const int child = fork();
  SUTURE_CHECK(child >= 0, "a child process can be made");
  if (child == 0) beChild(parent, limits, out, err, report, work);
  setpgid(child, child);
  currentChild = child;
  ChildEnd end;
  int status = 0;
  const bool inTime = waitFor(child, started + limits.time, status);
  kill(-child, SIGKILL);
  if (!inTime) {
    kill(child, SIGKILL);
    waitpid(child, &status, 0);
  }
  currentChild = 0;
  do {
    killAdopted();
  } while (waitpid(-1, nullptr, 0) > 0);
  end.seconds = std::chrono::duration<double>(Clock::now() - started).count();
  if (!inTime) {
    end.ending = oracle::kTimeLimit;
  } else if (std::max(out.size(), err.size()) > kMostOutput) {
    end.ending = oracle::kOutputLimit;
  } else if (WIFSIGNALED(status)) {
    end.ending = "signal " + std::to_string(WTERMSIG(status));
  } else {
    end.ending = "exit status " + std::to_string(WEXITSTATUS(status));
  }
  if (end.ending == "exit status 0" && report.size() > 0) end.report = report.text();
  end.out = out.text(kMostOutput);
  end.err = err.text(kMostOutput);
  return end;
}

}  // namespace suture::campaign
