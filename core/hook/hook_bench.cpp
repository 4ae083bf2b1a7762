// What stopping costs, as multiples of a plain call of an empty Python function in the same run.
//
//   hook_bench            prints a row a figure: ratio, goal
//   hook_bench --check    exits 4 when a goal is missed
//
// Anything else is refused with exit code 2.
//
// Each figure is the median of several interleaved repetitions, so that a noisy machine slows both
// sides of a ratio alike.
#include <Python.h>
#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/hook/context.h"
#include "core/hook/eval_hook.h"
#include "core/py/check.h"
#include "core/py/embed.h"

namespace suture::hook {
namespace {

constexpr const char* kSource = R"(
def empty(): pass
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
def calls(times):
    for _ in range(times): empty()
def nothing(times):
    for _ in range(times): pass
def body(a, b, c, d, e):
    return a
)";

py::Ref<> function(const char* name) {
  static PyObject* names = [] {
    PyObject* dict = PyDict_New();
    PyObject* result = PyRun_String(kSource, Py_file_input, dict, dict);
    SUTURE_CHECK(result != nullptr, "the benchmark's source runs");
    Py_DECREF(result);
    return dict;
  }();
  return py::Ref<>::share(PyDict_GetItemString(names, name));
}

void call(py::Borrowed<> callable, long argument) {
  py::Ref<> number = py::Ref<>::steal(PyLong_FromLong(argument));
  py::Ref<> result = py::Ref<>::steal(PyObject_CallOneArg(callable.get(), number.get()));
  SUTURE_CHECK(static_cast<bool>(result), "the benchmark's function returns");
}

constexpr long kTrips = 2000;

// Runs `name(times)` under a policy (none: the hook is absent), once a benchmark iteration.
void run(benchmark::State& state, const char* name, long times, BreakPolicy::Shared policy) {
  py::Ref<> callable = function(name);
  if (policy == nullptr) {
    SUTURE_CHECK(EvalHook::remove(), "the hook goes");
    for (auto _ : state) call(callable, times);
    return;
  }
  SUTURE_CHECK(EvalHook::install(), "the hook goes in");
  ContextScope scope({.policy = std::move(policy), .entry = callable.get()});
  for (auto _ : state) call(callable, times);
}

// Answers every call of `empty` at its entry.
class Answer : public StopHandler {
 public:
  Action atStop(frame::Activation&) override { return {}; }
  bool answersEntries() const override { return true; }
  py::Ref<> atEntry(PyThreadState*, SutureFrame* frame) override {
    static PyObject* empty = function("empty").release();
    if (suture_frame_function(frame) != empty) return {};
    return py::Ref<>::share(Py_None);
  }
};

// Writes the state it first saw, again and again, at the same stop.
class Rewrite : public StopHandler {
 public:
  explicit Rewrite(benchmark::State& state) : state_(state) {}
  Action atStop(frame::Activation& activation) override {
    frame::FrameState kept = frame::FrameState::from(activation.view());
    for (auto _ : state_) activation.write(kept);
    return {};
  }

 private:
  benchmark::State& state_;
};

int firstStopOf(py::Borrowed<> callable) {
  auto analysis = bytecode::CodeAnalysis::of(
      reinterpret_cast<PyCodeObject*>(PyFunction_GetCode(callable.get())));
  return bytecode::toBytes(analysis->legalStops().front()).value();
}

void writeFiveLocals(benchmark::State& state) {
  SUTURE_CHECK(EvalHook::install(), "the hook goes in");
  py::Ref<> callable = function("body");
  Rewrite handler(state);
  ContextScope scope(
      {.policy = BreakPolicy::at({firstStopOf(callable)}, &handler), .entry = callable.get()});
  py::Ref<> result =
      py::Ref<>::steal(PyObject_CallFunction(callable.get(), "iiiii", 1, 2, 3, 4, 5));
  SUTURE_CHECK(static_cast<bool>(result), "the written function returns");
}

// Collects the median time of each benchmark, by name.
class Collector : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.run_type != Run::RT_Iteration) continue;
      times_[run.run_name.function_name].push_back(run.GetAdjustedRealTime());
    }
  }
  double median(const std::string& name) {
    std::vector<double>& times = times_.at(name);
    std::ranges::sort(times);
    return times[times.size() / 2];
  }

 private:
  std::map<std::string, std::vector<double>> times_;
};

struct Figure {
  const char* what;
  double ratio;
  double goal;
};

int report(Collector& seen, bool check) {
  double trips = kTrips;
  double plainCall = (seen.median("calls") - seen.median("nothing")) / trips;
  // Each trip of `nothing` stops before FOR_ITER, STORE_FAST and JUMP_BACKWARD.
  double stop = (seen.median("stopped") - seen.median("nothing")) / (3 * trips);
  double answered = (seen.median("answered") - seen.median("nothing")) / trips;
  const Figure figures[] = {
      {"a stop / a plain call", stop / plainCall, 1.0},
      {"a call answered at entry / a plain call", answered / plainCall, 2.5},
      {"fib under the hook / fib without", seen.median("fibHooked") / seen.median("fib"), 1.8},
      {"five locals written / a plain call", seen.median("written") / plainCall, 2.0},
  };
  bool missed = false;
  for (const Figure& figure : figures) {
    bool good = figure.ratio <= figure.goal;
    missed |= !good;
    std::printf("%-44s %6.2f   goal %.1f%s\n", figure.what, figure.ratio, figure.goal,
                good ? "" : "   MISSED");
  }
  return check && missed ? 4 : 0;
}

void registerAll(StopHandler* answer) {
  auto add = [](const char* name, auto body) {
    benchmark::RegisterBenchmark(name, body)->Repetitions(9)->MinTime(0.05);
  };
  add("calls", [](benchmark::State& s) { run(s, "calls", kTrips, nullptr); });
  add("nothing", [](benchmark::State& s) { run(s, "nothing", kTrips, nullptr); });
  add("fib", [](benchmark::State& s) { run(s, "fib", 15, nullptr); });
  add("fibHooked", [](benchmark::State& s) { run(s, "fib", 15, BreakPolicy::none()); });
  add("stopped", [](benchmark::State& s) { run(s, "nothing", kTrips, BreakPolicy::everywhere()); });
  add("answered",
      [answer](benchmark::State& s) { run(s, "calls", kTrips, BreakPolicy::at({0}, answer)); });
  add("written", writeFiveLocals);
}

}  // namespace
}  // namespace suture::hook

int main(int argc, char** argv) {
  using namespace suture;
  const bool check = argc == 2 && std::string_view(argv[1]) == "--check";
  if (argc > 1 && !check) {
    std::fprintf(stderr, "usage: %s [--check]      with --check, exits 4 when a goal is missed\n",
                 argv[0]);
    return 2;
  }
  std::string interleave = "--benchmark_enable_random_interleaving=true";
  char* arguments[] = {argv[0], interleave.data(), nullptr};
  int count = 2;
  py::EmbeddedInterpreter interpreter(
      {.importPaths = {}, .arguments = {argv[0]}, .installSignalHandlers = false});
  benchmark::Initialize(&count, arguments);
  hook::Answer answer;
  hook::registerAll(&answer);
  hook::Collector seen;
  benchmark::RunSpecifiedBenchmarks(&seen);
  return hook::report(seen, check);
}
