// Law: whatever set of instructions a run is stopped at, it ends as it does in plain CPython:
// result, exception with traceback lines, output, what it logged.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "core/hook/counters.h"
#include "core/hook/handled_generators.h"
#include "properties/frame/laws.h"
#include "properties/support/covered.h"
#include "properties/support/subjects.h"

namespace suture::properties {

using fuzzers::Ending;
using fuzzers::FunctionKind;
using fuzzers::Subject;
using hook::Action;
using hook::BreakPolicy;

namespace {

// Goes on from every stop by steps or to the next chosen stop, in turns.
class Stepper final : public hook::StopHandler {
 public:
  explicit Stepper(int every) : every_(every) {}
  Action atStop(frame::Activation&) override {
    Action action;
    if (++stops_ % every_ != 0) action.kind = Action::Kind::kStep;
    return action;
  }

 private:
  int every_;
  int stops_ = 0;
};

Subject drawnOfAnyKind() {
  constexpr FunctionKind kKinds[] = {FunctionKind::kPlain, FunctionKind::kPlain,
                                     FunctionKind::kGenerator, FunctionKind::kCoroutine,
                                     FunctionKind::kAsyncGenerator};
  return drawnSubject(kKinds[*drawnBelow(static_cast<int>(std::size(kKinds)))]);
}

std::set<int> drawnPositions(const Subject& subject) {
  const auto analysis = bytecode::CodeAnalysis::of(subject.code());
  std::set<int> positions;
  for (bytecode::CodeOffset stop : analysis->legalStops()) {
    if (*drawnBelow(4) == 0) positions.insert(toBytes(stop).value());
  }
  return positions;
}

BreakPolicy::Shared drawnPolicy(const Subject& subject, Stepper& stepper) {
  const auto seed = static_cast<std::uint64_t>(*drawnBelow(1'000'000));
  const double probability = 0.02 * (1 + *drawnBelow(50));
  switch (*drawnBelow(5)) {
    case 0:
      return BreakPolicy::everywhere();
    case 1:
      return BreakPolicy::at(drawnPositions(subject));
    case 2:
      return BreakPolicy::at(drawnPositions(subject), &stepper);
    default:
      return BreakPolicy::random({.seed = seed, .probability = probability});
  }
}

std::string difference(const Subject& subject, const Ending& plain,
                       const BreakPolicy::Shared& policy) {
  const Ending stopped = runStopped(subject, policy);
  hook::forgetAllGenerators();
  if (stopped == plain) return {};
  return fmt::format("{}\nplain: {}\nstopped: {}", subject.text, plain.text(), stopped.text());
}

long stopsSince(std::uint64_t before) { return static_cast<long>(hook::counters().stops - before); }

// The programs of the corpus, each with a function run(); what they print is logged. Not those of
// suture.lab: its module would bring a hook of its own into this process; campaigns run them.
std::vector<Subject> corpusPrograms() {
  const auto names = fuzzers::define(R"(
import importlib.util

class Printed:
    write = log
    def flush(self): pass

def load(path):
    with open(path, encoding="utf-8") as file:
        if "\nfrom suture import lab\n" in file.read():
            return None
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    sys.modules["program"] = module
    spec.loader.exec_module(module)
    return module.run

def arguments():
    sys.stdout = Printed()
    return ()
)",
                                     "<corpus>");
  const auto load = fuzzers::lookUp(names, "load");
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SUTURE_CORPUS)) {
    if (entry.path().extension() == ".py") paths.push_back(entry.path().string());
  }
  std::ranges::sort(paths);
  std::vector<Subject> subjects;
  for (const std::string& path : paths) {
    const auto text = py::Ref<>::steal(PyUnicode_FromString(path.c_str()));
    auto run = py::Ref<>::steal(PyObject_CallOneArg(load.get(), text.get()));
    if (!run) PyErr_Print();
    SUTURE_CHECK(run, "a program of the corpus loads");
    if (run.get() == Py_None) continue;
    subjects.push_back({.name = path,
                        .text = path,
                        .file = path,
                        .function = std::move(run),
                        .arguments = fuzzers::lookUp(names, "arguments"),
                        .drive = {}});
  }
  return subjects;
}

}  // namespace

bool stoppingAnywhereChangesNothing(int functions) {
  constexpr int kPolicies = 6;  // a function
  const auto before = hook::counters().stops;
  long tried = 0;
  const bool holds = check("stopping anywhere changes nothing", functions, [&tried] {
    ++tried;
    const Subject subject = drawnOfAnyKind();
    const Ending plain = runPlain(subject);
    for (int i = 0; i < kPolicies; ++i) {
      Stepper stepper(1 + *drawnBelow(5));
      const std::string found = difference(subject, plain, drawnPolicy(subject, stepper));
      if (!found.empty()) RC_FAIL(found);
    }
  });
  return covered("stopping anywhere changes nothing",
                 {{"functions", tried}, {"stops", stopsSince(before)}}) &&
         holds;
}

bool corpusStoppedAnywhere(int rounds) {
  const auto before = hook::counters().stops;
  long runs = 0;
  const auto programs = corpusPrograms();
  const auto standardOutput = py::Ref<>::share(PySys_GetObject("stdout"));
  const bool holds = check("the corpus stopped anywhere", rounds, [&] {
    const auto seed = static_cast<std::uint64_t>(*drawnBelow(1'000'000));
    for (const Subject& program : programs) {
      const Ending plain = runPlain(program);
      ++runs;
      for (const auto& policy :
           {BreakPolicy::everywhere(), BreakPolicy::random({.seed = seed, .probability = 0.1})}) {
        const std::string found = difference(program, plain, policy);
        if (!found.empty()) RC_FAIL(found);
      }
    }
  });
  PySys_SetObject("stdout", standardOutput.get());
  return covered("the corpus stopped anywhere",
                 {{"runs of programs", runs}, {"stops", stopsSince(before)}}) &&
         holds;
}

}  // namespace suture::properties
