// One run of a frame with stops: a call from its entry to its end, or one resumption of a generator
// up to its next yield. The four primitives of the project live here: run until, read, write,
// leave.
//
//   std::unique_ptr<Activation> activation = Activation::begin(thread, frame, copy);
//   Outcome outcome = activation->start();
//   while (outcome == Outcome::kStopped) {
//     look(activation->view());
//     outcome = activation->goOn();           // executes that instruction, runs to the next stop
//   }
//   return activation->finish();              // what the hook has to return
//
// What holds:
//  * Between a stop and going on, nothing the program can observe has changed, and no Python ran.
//  * The frame has its original code, at the same position, when finish() has returned.
//  * Every activation that was started is finished; the destructor of an unfinished one aborts.
//  * Writing a state, raising and returning run Python (values are dropped), with the frame linked
//    as the thread's current one.
//
// Cost: hosting copies the frame once into a block from a free list; a stop is one leave and one
// enter of the interpreter's loop. Every level of the program's recursion costs C stack: an
// activation is in its block, and what stands below the loop is little more than a return address.
#pragma once

#include <memory>
#include <new>
#include <optional>

#include "core/frame/access.h"
#include "core/frame/host_block.h"
#include "core/frame/state.h"
#include "core/frame/stops.h"
#include "core/py/runs_python.h"

namespace suture::frame {

enum class Outcome {
  kStopped,   ///< at a stop: the instruction there has not begun
  kYielded,   ///< a generator's own yield
  kReturned,  ///< with a result
  kRaised,    ///< with an error set
};

class Activation {
 public:
  /// In a block of its own. `frame` is fresh and belongs to the thread, or is a generator's that is
  /// about to be resumed.
  /// `givenBack`: of what its evaluation is charged, what plain CPython would not charge (access.h:
  /// suture_evaluation_charge); all, if that would run the frame in its caller's loop.
  static std::unique_ptr<Activation> begin(PyThreadState* thread, SutureFrame* frame,
                                           StopCopy& copy,
                                           int givenBack = suture_evaluation_charge());
  ~Activation();
  static void operator delete(Activation* activation, std::destroying_delete_t) noexcept;
  Activation(const Activation&) = delete;
  Activation& operator=(const Activation&) = delete;

  /// Runs to the first stop.
  Outcome start() SUTURE_RUNS_PYTHON;
  /// Runs a fresh frame to the first legal stop, whether it is one of the copy's stops or not.
  Outcome startToFirstLegal() SUTURE_RUNS_PYTHON;
  /// Executes the instruction at offset() and runs to the next stop.
  Outcome goOn() SUTURE_RUNS_PYTHON;
  /// Executes exactly the instruction at offset() (with the illegal positions that follow it).
  Outcome step() SUTURE_RUNS_PYTHON;

  bytecode::CodeOffset offset() const { return offset_; }
  FrameView view() const;
  const StopCopy& copy() const { return copy_; }
  const bytecode::CodeAnalysis& analysis() const { return copy_.analysis(); }
  py::Borrowed<PyCodeObject> code() const { return copy_.original(); }
  py::Borrowed<> function() const { return suture_frame_function(frame_); }
  SutureFrame* frame() const { return frame_; }
  PyThreadState* thread() const { return thread_; }
  bool isGenerator() const { return home_ == nullptr; }

  /// Replaces the whole state; the instruction at state.offset runs next. The state's shape must be
  /// the one analysis() gives for that offset.
  void write(const FrameState& state) SUTURE_RUNS_PYTHON;
  /// Raises at an instruction as if it had raised: traceback, handlers and `finally` included.
  Outcome raiseAt(bytecode::CodeOffset offset, py::Ref<> exception) SUTURE_RUNS_PYTHON;
  /// Ends the call with a value, as the return instruction at `offset` would: the operand stack and
  /// the exception handled are dropped, nothing more is executed.
  Outcome returnAt(bytecode::CodeOffset offset, py::Ref<> value) SUTURE_RUNS_PYTHON;

  /// Gives the frame back with its original code. The result, or NULL with an error set.
  [[nodiscard]] PyObject* finish() SUTURE_RUNS_PYTHON;

 private:
  Activation(PyThreadState* thread, SutureFrame* frame, StopCopy& copy, int givenBack,
             HostBlock&& block);
  Outcome evaluate(bool raise);
  void evaluateOnce(bool raise);
  bool isSuspended() const;
  bool settle();  // whether outcome_ is known; if not, the frame is to run on
  void* hostMemory();
  PyObject** slots() const { return suture_frame_slots(frame_); }
  int localCount() const { return copy_.original()->co_nlocalsplus; }
  int stackBase() const { return localCount() + suture_stack_floor(copy_.original().get()); }
  bool isReturn(bytecode::CodeOffset offset) const;
  bool leave();  // the same, of a frame that came back where nothing is overwritten
  void leaveOnOriginal();
  Outcome leaveByLanding(int unit, std::optional<bytecode::CodeOffset> position);

  PyThreadState* thread_;
  int givenBack_;
  SutureFrame* home_;  // where a thread's frame came from; nullptr for a generator's
  StopCopy& copy_;
  py::Ref<PyCodeObject> original_;
  HostBlock block_;
  SutureFrame* frame_;
  StopCopy::Live interrupted_;
  bytecode::CodeOffset offset_;
  PyObject* result_ = nullptr;
  bool stepping_ = false;  // to the next legal stop, asked for or not
  Outcome outcome_ = Outcome::kStopped;
  bool finished_ = false;
};

/// Makes the stopped frame of an activation the thread's current one for a scope, executing the
/// instruction at `current`.
class Linked {
 public:
  Linked(const Activation& activation, bytecode::CodeOffset current);
  ~Linked();
  Linked(const Linked&) = delete;
  Linked& operator=(const Linked&) = delete;

 private:
  const Activation& activation_;
  bool linked_;
};

}  // namespace suture::frame
