// Law: stopping, writing, raising and returning leave every reference count as plain CPython would.
//
//  * At a stop: reading and writing back a state, or writing another and the first again, changes
//    no reference of the objects in the frame.
//  * In the end: thousands of runs, each disturbed at some point, do not move the counts of what
//    outlives them (the function, its code and constants, world.py's objects, True and False) nor
//    the number of the collector's objects.
#include <fmt/format.h>

#include <random>

#include "core/frame/run.h"
#include "core/hook/handled_generators.h"
#include "fuzz/fuzzers/support/jump.h"
#include "properties/frame/laws.h"
#include "properties/support/covered.h"
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
constexpr int kBatches = 6;
constexpr int kRuns = 50;  // a batch

class Disturber final : public fuzzers::AtPoint {
 public:
  Disturber(const Subject& subject, std::size_t point, Disturbance what)
      : AtPoint(subject, point), what_(what) {}

 private:
  Action act(frame::Activation& activation) override {
    Action action;
    action.offset = activation.offset();
    switch (what_) {
      case Disturbance::kNone:
        break;
      case Disturbance::kRewritten:
        activation.write(FrameState::from(activation.view()));
        break;
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
  while (PyGC_Collect() > 0) continue;  // what one collection finalises the next one frees
  std::vector<Py_ssize_t> counts;
  const auto add = [&](PyObject* value) {
    if (value != Py_None) counts.push_back(Py_REFCNT(value));  // plain CPython moves None's own
  };
  add(subject.function.get());
  add(subject.code().object());
  add(PyFunction_GetGlobals(subject.function.get()));
  PyObject* constants = subject.code()->co_consts;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(constants); ++i) add(PyTuple_GET_ITEM(constants, i));
  for (PyObject* value : {Py_True, Py_False, PyExc_ValueError, PyExc_KeyError}) add(value);
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  Py_ssize_t position = 0;
  while (PyDict_Next(fuzzers::world().get(), &position, &key, &value)) add(value);
  const auto tracked = callMethod("gc", "get_objects");
  counts.push_back(PyList_GET_SIZE(tracked.get()));
  return counts;
}

void disturbedRuns(const Subject& subject, std::size_t points, int runs, unsigned seed) {
  std::mt19937 random(seed);
  for (int run = 0; run < runs; ++run) {
    const auto what = static_cast<Disturbance>(random() % kDisturbances);
    Disturber disturber(subject, random() % points, what);
    runStopped(subject, BreakPolicy::everywhere({subject.file}, &disturber));
    hook::forgetAllGenerators();
  }
}

// A reference gained or lost by any of the runs moves its count with every batch, the batches being
// the same; what CPython keeps for reuse moves it to and fro.
bool drifts(const std::vector<std::vector<Py_ssize_t>>& counts, std::size_t which) {
  bool grows = true;
  bool shrinks = true;
  for (std::size_t batch = 1; batch < counts.size(); ++batch) {
    grows &= counts[batch][which] > counts[batch - 1][which];
    shrinks &= counts[batch][which] < counts[batch - 1][which];
  }
  return grows || shrinks;
}

}  // namespace

bool noReferenceGainedOrLost(int functions) {
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
    const auto seed = static_cast<unsigned>(*drawnBelow(1'000'000));
    std::vector<std::vector<Py_ssize_t>> counts;  // after each batch
    for (int batch = 0; batch < kBatches; ++batch) {
      disturbedRuns(subject, points, kRuns, seed);
      counts.push_back(lastingCounts(subject));
    }
    for (std::size_t i = 0; i < counts.front().size(); ++i) {
      if (!drifts(counts, i)) continue;
      RC_FAIL(fmt::format("{}\nwith every {} disturbed runs count {} of {} drifts, from {} to {}",
                          subject.text, kRuns, i, counts.front().size(), counts.front()[i],
                          counts.back()[i]));
    }
    runs += kBatches * kRuns;
  });
  return covered("no reference gained or lost",
                 {{"states written back", written}, {"disturbed runs", runs}}) &&
         holds;
}

}  // namespace suture::properties
