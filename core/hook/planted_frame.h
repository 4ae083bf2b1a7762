// A frame that is being run with stops, under a planted fault (core/py/faults.def): what breaks around
// its stops breaks here. In builds without planted faults, and while none is chosen, it only goes on.
//
//   if (!PlantedFrame::isWanted()) …           // no fault is chosen
//   PlantedFrame planted(activation);
//   while (outcome == Outcome::kStopped) outcome = planted.goOn();
//   planted.leave(outcome);
//
// Under a fault a stop goes on as stops will when there are plans: the frame's state is read and written
// back, handlers are entered and left by written states, raises and returns are carried out natively.
// The control C01 does all that without breaking anything.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "core/frame/run.h"
#include "core/modes/interception.h"
#include "core/py/ref.h"
#include "core/py/runs_python.h"

namespace suture::hook {

#ifdef SUTURE_FAULTS
class PlantedFrame {
 public:
  static bool isWanted();
  explicit PlantedFrame(frame::Activation& activation);
  ~PlantedFrame();
  PlantedFrame(const PlantedFrame&) = delete;
  PlantedFrame& operator=(const PlantedFrame&) = delete;

  frame::Outcome goOn() SUTURE_RUNS_PYTHON;
  /// The frame is about to be finished.
  void leave(frame::Outcome outcome) SUTURE_RUNS_PYTHON;

 private:
  std::optional<frame::Outcome> leaveNatively();
  void carryOut(frame::FrameState& state) const;
  void damage(frame::FrameState& state);
  void beforeGoingOn() SUTURE_RUNS_PYTHON;
  void exitWithoutException() SUTURE_RUNS_PYTHON;
  bool callsOnNumbers() const;
  frame::Outcome executeWrongly() SUTURE_RUNS_PYTHON;
  frame::Outcome executeAndGoOn() SUTURE_RUNS_PYTHON;
  const bytecode::Instruction& instruction() const;

  frame::Activation& activation_;
  std::size_t modesAtFirstStop_;
  std::optional<modes::InterceptionScope> off_;
  std::optional<bytecode::CodeOffset> ranTwice_;
  std::vector<py::Ref<>> kept_;
};
#else
class PlantedFrame {
 public:
  static constexpr bool isWanted() { return false; }
  explicit PlantedFrame(frame::Activation& activation) : activation_(activation) {}
  frame::Outcome goOn() SUTURE_RUNS_PYTHON { return activation_.goOn(); }
  void leave(frame::Outcome) const {}

 private:
  frame::Activation& activation_;
};
#endif

}  // namespace suture::hook
