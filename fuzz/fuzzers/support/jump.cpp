#include "fuzz/fuzzers/support/jump.h"

#include <fmt/format.h>

#include <limits>
#include <optional>

#include "core/hook/handled_generators.h"
#include "core/py/check.h"

namespace suture::fuzzers {

using frame::FrameState;
using hook::Action;
using hook::BreakPolicy;

namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

class Recorder final : public AtPoint {
 public:
  explicit Recorder(const Subject& subject) : AtPoint(subject, kNever) {}
  std::vector<Point> points;

 private:
  Action act(frame::Activation& activation) override { return pass(activation); }
  Action pass(frame::Activation& activation) override {
    if (points.size() < kMostPoints) points.push_back({activation.offset(), logLength()});
    return {};
  }
};

class Taker final : public AtPoint {
 public:
  using AtPoint::AtPoint;
  std::optional<FrameState> state;

 private:
  Action act(frame::Activation& activation) override {
    state = FrameState::from(activation.view());
    return {.kind = Action::Kind::kReturn,
            .offset = activation.offset(),
            .value = py::Ref<>::share(Py_None)};
  }
};

class Writer final : public AtPoint {
 public:
  Writer(const Subject& subject, std::size_t point, FrameState state)
      : AtPoint(subject, point), state_(std::move(state)) {}

 private:
  Action act(frame::Activation& activation) override {
    activation.write(*state_);
    state_.reset();  // from now on the frame alone keeps the objects
    clearLog();
    return {};
  }
  std::optional<FrameState> state_;
};

// A function whose run depends on more than its arguments cannot be judged: say which.
void checkReached(bool reached, const Subject& subject) {
  if (!reached) fmt::print(stderr, "{}\n", subject.text);
  SUTURE_CHECK(reached, "a run repeats its points");
}

}  // namespace

Action AtPoint::atStop(frame::Activation& activation) {
  if (activation.code() != code_) return {};
  if (frame_ == nullptr) frame_ = activation.frame();
  if (activation.frame() != frame_) return {};
  if (reached_ || next_++ != point_) return pass(activation);
  reached_ = true;
  return act(activation);
}

Action AtPoint::pass(frame::Activation&) { return {}; }

Trace record(const Subject& subject) {
  Recorder recorder(subject);
  Ending ending = runStopped(subject, BreakPolicy::everywhere({subject.file}, &recorder));
  hook::forgetAllGenerators();
  return {std::move(recorder.points), std::move(ending)};
}

FrameState stateAt(const Subject& subject, std::size_t point) {
  Taker taker(subject, point);
  runStopped(subject, BreakPolicy::everywhere({subject.file}, &taker));
  checkReached(taker.reached(), subject);
  hook::forgetAllGenerators();  // those in the state would be run under this handler
  return std::move(*taker.state);
}

Ending endingFromWritten(const Subject& subject, std::size_t from, std::size_t to) {
  Taker taker(subject, to);
  runStopped(subject, BreakPolicy::everywhere({subject.file}, &taker));
  checkReached(taker.reached(), subject);
  Writer writer(subject, from, std::move(*taker.state));
  Ending ending = runStopped(subject, BreakPolicy::everywhere({subject.file}, &writer));
  checkReached(writer.reached(), subject);
  hook::forgetAllGenerators();
  return ending;
}

}  // namespace suture::fuzzers
