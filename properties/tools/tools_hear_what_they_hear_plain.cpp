// Law: tools that are switched on and off at any moment, while frames are stopped anywhere, hear what
// they hear in plain CPython: sys.settrace and sys.setprofile, the attributes of frames, sys.monitoring
// (3.12 on), at any tick of a program and from within what a tool is told. The whole log of events,
// results and exceptions is the same.
//
// Code objects keep what tools asked of them, so each run has a process of its own.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "core/hook/counters.h"
#include "core/py/check.h"
#include "properties/support/covered.h"
#include "properties/support/subjects.h"
#include "properties/tools/laws.h"
#include "properties/tools/listeners_source.h"
#include "properties/tools/programs_source.h"

namespace suture::properties {

using fuzzers::Ending;
using fuzzers::Subject;
using hook::BreakPolicy;

namespace {

constexpr std::size_t kBytesOfProgram = 700;
constexpr unsigned kSeconds = 60;   // for one run, of a few hundredths of one
constexpr std::size_t kShown = 12;  // entries before the first that differs

// What a run came to, line by line, and how often it stopped.
struct Seen {
  std::vector<std::string> lines;
  long stops = 0;
};

std::string allOf(int file) {
  std::string text;
  char buffer[1 << 14];
  for (ssize_t count = 1; (count = read(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(count));
  }
  return text;
}

void writeAll(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = write(file, text.data(), text.size());
    if (count <= 0) _exit(1);
    text.remove_prefix(static_cast<std::size_t>(count));
  }
}

// The text that `run` gives in a process of its own, and how the process ended if not well.
std::string inChild(const std::function<std::string()>& run) {
  int ends[2];
  SUTURE_CHECK(pipe(ends) == 0, "there are files to open");
  std::fflush(nullptr);
  PyOS_BeforeFork();
  const pid_t child = fork();
  SUTURE_CHECK(child >= 0, "a process can be made");
  if (child == 0) {
    PyOS_AfterFork_Child();
    alarm(kSeconds);
    close(ends[0]);
    writeAll(ends[1], run());
    _exit(0);
  }
  PyOS_AfterFork_Parent();
  close(ends[1]);
  std::string text = allOf(ends[0]);
  close(ends[0]);
  int status = 0;
  SUTURE_CHECK(waitpid(child, &status, 0) == child, "a child ends");
  if (status != 0) text += fmt::format("0\nthe process ended with status {}\n", status);
  return text;
}

// An empty policy: plain, the hook absent.
Seen run(const std::string& program, const BreakPolicy::Shared& policy) {
  const std::string text = inChild([&] {
    const Subject subject = Subject::generated(program, fuzzers::FunctionKind::kPlain, "()");
    const Ending ending = policy == nullptr ? runPlain(subject) : runStopped(subject, policy);
    return fmt::format("{}\n{}\n{}\n", hook::counters().stops, fmt::join(ending.log, "\n"),
                       ending.outcome);
  });
  Seen seen;
  std::size_t begin = text.find('\n') + 1;
  seen.stops = std::atol(text.c_str());
  for (std::size_t end = begin; (end = text.find('\n', begin)) != std::string::npos;) {
    seen.lines.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return seen;
}

std::string difference(const Seen& plain, const Seen& stopped) {
  const auto first = std::ranges::mismatch(plain.lines, stopped.lines).in1 - plain.lines.begin();
  const auto at = static_cast<std::size_t>(first);
  std::string text;
  for (std::size_t i = at > kShown ? at - kShown : 0; i < at; ++i) {
    text += "  both     " + plain.lines[i] + "\n";
  }
  for (std::size_t i = at; i < at + 3; ++i) {
    text += "  plain    " + (i < plain.lines.size() ? plain.lines[i] : "no more") + "\n";
  }
  for (std::size_t i = at; i < at + 3; ++i) {
    text += "  stopped  " + (i < stopped.lines.size() ? stopped.lines[i] : "no more") + "\n";
  }
  return text;
}

std::string programFrom(const Bytes& bytes) {
  static const auto names = fuzzers::define(kProgramsSource, "<programs>");
  const auto make = fuzzers::lookUp(names, "programFrom");
  const auto data = py::Ref<>::steal(PyBytes_FromStringAndSize(
      reinterpret_cast<const char*>(bytes.data()), static_cast<Py_ssize_t>(bytes.size())));
  const auto text = py::Ref<>::steal(PyObject_CallOneArg(make.get(), data.get()));
  if (!text) PyErr_Print();
  SUTURE_CHECK(text, "a program is made");
  return PyUnicode_AsUTF8(text.get());
}

// Programs see what listeners.py defines for them.
void provideListeners() {
  static const auto names = fuzzers::define(kListenersSource, "<listeners>");
  for (const char* name : {"Planned", "note", "tick", "begin", "main"}) {
    PyDict_SetItemString(fuzzers::world().get(), name, fuzzers::lookUp(names, name).get());
  }
}

}  // namespace

bool toolsHearWhatTheyHearPlain(int programs) {
  provideListeners();
  long runs = 0;
  long events = 0;
  long stops = 0;
  const bool holds = check("tools hear what they hear plain", programs, [&] {
    const std::string program = programFrom(*drawnBytes(kBytesOfProgram));
    const auto seed = static_cast<std::uint64_t>(*drawnBelow(1'000'000));
    const Seen plain = run(program, nullptr);
    ++runs;
    events += static_cast<long>(plain.lines.size());
    const struct {
      const char* name;
      BreakPolicy::Shared policy;
    } policies[] = {{"everywhere", BreakPolicy::everywhere()},
                    {"random", BreakPolicy::random({.seed = seed, .probability = 0.3})},
                    {"none", BreakPolicy::none()}};
    std::string differs;
    for (const auto& [name, policy] : policies) {
      const Seen stopped = run(program, policy);
      stops += stopped.stops;
      if (stopped.lines == plain.lines) continue;
      differs += fmt::format("\nbreaks {}, seed {}:\n{}", name, seed, difference(plain, stopped));
    }
    if (!differs.empty()) RC_FAIL(program + "\n" + differs);
  });
  return covered("tools hear what they hear plain",
                 {{"programs", runs}, {"entries of logs", events}, {"stops", stops}}) &&
         holds;
}

}  // namespace suture::properties
