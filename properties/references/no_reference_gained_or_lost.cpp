// Law: stopping, writing, raising and returning leave every reference count as plain CPython would.
//
//   at a stop   reading and writing back a state, or writing another and the first again, changes no
//               reference of the objects in the frame
//   in the end  thousands of runs, each disturbed at some point, leave the counts of what outlives them
//               (the function, its code and constants, world.py's objects, the singletons) and the
//               number of the collector's objects where they were
#include <fmt/format.h>

#include <random>

#include "core/frame/run.h"
#include "core/hook/handled_generators.h"
#include "fuzz/fuzzers/support/jump.h"
#include "properties/frame/laws.h"
#include "properties/support/subjects.h"

namespace suture::properties {

using frame::FrameState;
using fuzzers::Subject;
using hook::Action;
using hook::BreakPolicy;

namespace {

// Without references of its own: what lies in the frame's slots, and how often it is referred to.
std::vector<std::pair<PyObject*, Py_ssize_t>> countsOf(const frame::FrameView& view) {
  std::vector<std::pair<PyObject*, Py_ssize_t>> counts;
  const auto add = [&](PyObject* value) {
    counts.emplace_back(value, value == nullptr ? 0 : Py_REFCNT(value));
  };
  for (PyObject* value : view.locals) add(value);
  for (PyObject* value : view.stack) add(value);
  add(view.handled.get());
  return counts;
}

// At every stop writes states back; the first state ever seen serves as the other one.
class BackWriter final : public hook::StopHandler {
 public:
  Action atStop(frame::Activation& activation) override {
    const auto before = countsOf(activation.view());
    {
      const auto here = FrameState::from(activation.view());
      activation.write(here);
      if (code_ == activation.code()) {
        activation.write(*first_);
        activation.write(here);
      } else if (!first_) {
        code_ = activation.code();
        first_ = here.copy();
        return {};
      }
    }
    ++written;
    if (countsOf(activation.view()) != before) changedAt = activation.offset().value();
    return {};
  }
  long written = 0;
  int changedAt = -1;

 private:
  py::Borrowed<PyCodeObject> code_;
  std::optional<FrameState> first_;
};

enum class Disturbance { kNone, kRewritten, kRaised, kReturned };
constexpr int kDisturbances = 4;

class Disturber final : public fuzzers::AtPoint {
 public:
  Disturber(const Subject& subject, std::size_t point, Disturbance what)
      : AtPoint(subject, point), what_(what) {}

 private:
  Action act(frame::Activation& activation) override {
    Action action;
    action.offset = activation.offset();
    switch (what_) {
      case Disturbance::kNone: break;
      case Disturbance::kRewritten: activation.write(FrameState::from(activation.view())); break;
      case Disturbance::kRaised:
        action.kind = Action::Kind::kRaise;
        action.value = py::Ref<>::steal(PyObject_CallNoArgs(PyExc_ValueError));
        break;
      case Disturbance::kReturned:
        action.kind = Action::Kind::kReturn;
        action.value = py::Ref<>::share(Py_True);
        break;
    }
    return action;
  }
  Disturbance what_;
};

py::Ref<> callMethod(const char* module, const char* name) {
  const auto imported = py::Ref<>::steal(PyImport_ImportModule(module));
  return py::Ref<>::steal(PyObject_CallMethod(imported.get(), name, nullptr));
}

// Everything that outlives a run. The same order each time.
std::vector<Py_ssize_t> lastingCounts(const Subject& subject) {
  callMethod("gc", "collect");
  std::vector<Py_ssize_t> counts;
  const auto add = [&](PyObject* value) { counts.push_back(Py_REFCNT(value)); };
  add(subject.function.get());
  add(subject.code().object());
  add(PyFunction_GetGlobals(subject.function.get()));
  PyObject* constants = subject.code()->co_consts;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(constants); ++i) add(PyTuple_GET_ITEM(constants, i));
  for (PyObject* value : {Py_None, Py_True, Py_False, PyExc_ValueError, PyExc_KeyError}) add(value);
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  Py_ssize_t position = 0;
  while (PyDict_Next(fuzzers::world().get(), &position, &key, &value)) add(value);
  const auto tracked = callMethod("gc", "get_objects");
  counts.push_back(PyList_GET_SIZE(tracked.get()));
  return counts;
}

void disturbedRuns(const Subject& subject, std::size_t points, int runs, std::mt19937& random) {
  for (int run = 0; run < runs; ++run) {
    const auto what = static_cast<Disturbance>(random() % kDisturbances);
    Disturber disturber(subject, random() % points, what);
    runStopped(subject, BreakPolicy::everywhere({subject.file}, &disturber));
    hook::forgetAllGenerators();
  }
}

}  // namespace

bool noReferenceGainedOrLost(int functions) {
  constexpr int kRuns = 250;  // a function
  constexpr int kWarmUp = 20;
  long written = 0;
  long runs = 0;
  const bool holds = check("no reference gained or lost", functions, [&] {
    const Subject subject = drawnSubject();
    const std::size_t points = record(subject).points.size();
    BackWriter writer;
    runStopped(subject, BreakPolicy::everywhere({subject.file}, &writer));
    hook::forgetAllGenerators();
    if (writer.changedAt >= 0) {
      RC_FAIL(fmt::format("{}\na state written back at unit {} changed a count", subject.text,
                          writer.changedAt));
    }
    written += writer.written;
    std::mt19937 random(static_cast<unsigned>(*drawnBelow(1'000'000)));
    disturbedRuns(subject, points, kWarmUp, random);
    lastingCounts(subject);
    const auto before = lastingCounts(subject);
    disturbedRuns(subject, points, kRuns, random);
    const auto after = lastingCounts(subject);
    for (std::size_t i = 0; i < before.size(); ++i) {
      if (before[i] == after[i]) continue;
      RC_FAIL(fmt::format("{}\n{} disturbed runs took count {} of {} from {} to {}", subject.text,
                          kRuns, i, before.size(), before[i], after[i]));
    }
    runs += kRuns;
  });
  fmt::print("{} states written back, {} disturbed runs\n", written, runs);
  return holds;
}

}  // namespace suture::properties
