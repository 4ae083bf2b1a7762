// Written state equals reached state, for one function and one pair of points of its run.
//
//   Trace trace = record(subject);                          // each point of the run
//   Ending jumped = endingFromWritten(subject, a, b);       // at point a, b's state is written
//   assert(jumped == trace.ending.from(trace.points[b].logged));
//
// How it is exact although states hold objects that change (iterators, lists, cells): a run of its
// own goes to b for real, its state is taken, and it is left there by a return, so that the objects
// stay as they were at b. Then another run goes to a, gets that state and goes on. Its ending, and
// what it logs after the write, must be what the undisturbed run had from b on.
#pragma once

#include <vector>

#include "core/frame/state.h"
#include "fuzz/fuzzers/support/runs.h"

namespace suture::fuzzers {

struct Point {
  bytecode::CodeOffset offset;
  std::size_t logged;  ///< entries in the log so far
};

struct Trace {
  std::vector<Point> points;  ///< the first kMostPoints stops in the function's own frame
  Ending ending;
};

constexpr std::size_t kMostPoints = 2000;

Trace record(const Subject& subject) SUTURE_RUNS_PYTHON;
/// The state at a point of a run that is abandoned there.
frame::FrameState stateAt(const Subject& subject, std::size_t point) SUTURE_RUNS_PYTHON;
Ending endingFromWritten(const Subject& subject, std::size_t from,
                         std::size_t to) SUTURE_RUNS_PYTHON;

/// A handler that counts the stops in one function's frame and acts at one of them.
class AtPoint : public hook::StopHandler {
 public:
  AtPoint(const Subject& subject, std::size_t point) : code_(subject.code()), point_(point) {}
  hook::Action atStop(frame::Activation& activation) final;
  bool reached() const { return reached_; }

 protected:
  virtual hook::Action act(frame::Activation& activation) = 0;
  /// At every other stop of that frame.
  virtual hook::Action pass(frame::Activation& activation);

 private:
  py::Borrowed<PyCodeObject> code_;
  std::size_t point_;
  std::size_t next_ = 0;
  SutureFrame* frame_ = nullptr;  // the first frame of the function
  bool reached_ = false;
};

}  // namespace suture::fuzzers
