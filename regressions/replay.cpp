#include "regressions/replay.h"

#include <Python.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "core/py/check.h"
#include "core/py/embed.h"
#include "core/py/error.h"
#include "core/py/ref.h"

namespace suture::regressions {
namespace {

using Clock = std::chrono::steady_clock;

// The answer of the child starts with one of these; an empty answer is a crash.
constexpr char kObservedMark = 'o';
constexpr char kBrokenMark = 'b';

py::Result<py::Ref<>> callObserve(const std::string& program, const std::string& mode) {
  auto module = py::take(PyImport_ImportModule("observe"));
  if (!module) return module;
  return py::take(
      PyObject_CallMethod((*module).get(), "observe", "ss", program.c_str(), mode.c_str()));
}

std::string answerInPython(const std::string& program, const std::string& mode) {
  auto answer = callObserve(program, mode);
  if (answer) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize((*answer).get(), &size);
    if (text != nullptr) return kObservedMark + std::string(text, static_cast<size_t>(size));
  } else {
    std::move(answer).error().restore();
  }
  PyErr_Print();
  return kBrokenMark + std::string("the error is printed above");
}

[[noreturn]] void runChild(const std::string& program, const std::string& mode, int pipe) {
  std::string answer;
  {
    py::EmbeddedInterpreter interpreter(
        {.importPaths = {SUTURE_REGRESSIONS_FOLDER, SUTURE_MODULE_FOLDER},
         .arguments = {program},
         .installSignalHandlers = false});
    answer = answerInPython(program, mode);
  }
  for (size_t sent = 0; sent < answer.size();) {
    const ssize_t count = write(pipe, answer.data() + sent, answer.size() - sent);
    if (count < 0 && errno != EINTR) _exit(1);
    if (count > 0) sent += static_cast<size_t>(count);
  }
  std::fflush(nullptr);
  _exit(0);
}

// Everything the child wrote until it closed the pipe; false when the limit passed before.
bool readUntil(int pipe, Clock::time_point deadline, std::string& answer) {
  std::array<char, 4096> buffer;
  while (true) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now());
    if (left.count() <= 0) return false;
    pollfd waiting{.fd = pipe, .events = POLLIN, .revents = 0};
    if (poll(&waiting, 1, static_cast<int>(left.count())) <= 0) continue;
    const ssize_t count = read(pipe, buffer.data(), buffer.size());
    if (count == 0) return true;
    if (count > 0) answer.append(buffer.data(), static_cast<size_t>(count));
  }
}

std::string howItEnded(int status) {
  if (!WIFSIGNALED(status)) return "exit code " + std::to_string(WEXITSTATUS(status));
  return std::string("signal ") + strsignal(WTERMSIG(status));
}

}  // namespace

Outcome replay(const std::string& program, const std::string& mode,
               std::chrono::milliseconds limit) {
  SUTURE_CHECK(!Py_IsInitialized(), "a process that replays has no Python of its own");
  std::array<int, 2> ends{};
  SUTURE_CHECK(pipe(ends.data()) == 0, "a pipe can be made");
  std::fflush(nullptr);
  const pid_t child = fork();
  SUTURE_CHECK(child >= 0, "a process can be started");
  if (child == 0) {
    close(ends[0]);
    runChild(program, mode, ends[1]);
  }
  close(ends[1]);
  std::string answer;
  const bool inTime = readUntil(ends[0], Clock::now() + limit, answer);
  close(ends[0]);
  if (!inTime) kill(child, SIGKILL);
  int status = 0;
  while (waitpid(child, &status, 0) < 0) SUTURE_CHECK(errno == EINTR, "the child can be awaited");
  if (!inTime) return {End::kHung, "no answer within " + std::to_string(limit.count()) + " ms"};
  if (status != 0 || answer.empty()) return {End::kCrashed, howItEnded(status)};
  return {answer[0] == kObservedMark ? End::kObserved : End::kBroken, answer.substr(1)};
}

}  // namespace suture::regressions
