#include "core/frame/run.h"

#include <utility>

#include "core/frame/pending.h"
#include "core/py/check.h"
#include "core/py/faults.h"
#include "core/py/native_call.h"

namespace suture::frame {

using bytecode::CodeOffset;

namespace {

// Units of the landing (access.h: suture_landing_units).
constexpr int kLandingRaise = 1;
constexpr int kLandingReturn = 2;

// Where a hosted frame's header begins behind its activation: what is looked at in front of it, the
// collector's header, is zero there.
constexpr std::size_t kHostOffset =
    (sizeof(Activation) + 15) / 16 * 16 + HostBlock::kCollectorHeader;

}  // namespace

std::unique_ptr<Activation> Activation::begin(PyThreadState* thread, SutureFrame* frame,
                                              StopCopy& copy, int givenBack) {
  std::size_t size = sizeof(Activation);
  if (!suture_frame_is_generators(frame)) {
    size = kHostOffset + suture_host_size(copy.original().get());
  }
  HostBlock block(size);
  void* memory = block.get();
  return std::unique_ptr<Activation>(
      ::new (memory) Activation(thread, frame, copy, givenBack, std::move(block)));
}

void Activation::operator delete(Activation* activation, std::destroying_delete_t) noexcept {
  HostBlock block = std::move(activation->block_);
  activation->~Activation();
}

void* Activation::hostMemory() { return static_cast<std::byte*>(block_.get()) + kHostOffset; }

Activation::Activation(PyThreadState* thread, SutureFrame* frame, StopCopy& copy, int givenBack,
                       HostBlock&& block)
    : thread_(thread),
      givenBack_(givenBack),
      home_(suture_frame_is_generators(frame) ? nullptr : frame),
      copy_(copy),
      original_(py::Ref<PyCodeObject>::share(copy.original())),
      block_(std::move(block)),
      frame_(home_ == nullptr ? frame : suture_host(thread, frame, hostMemory())),
      interrupted_(copy.enter()) {
  suture_frame_set_code(frame_, copy_.code().get());
}

Activation::~Activation() { SUTURE_CHECK(finished_, "an activation is finished before it goes"); }

Outcome Activation::start() { return evaluate(false); }

Outcome Activation::startToFirstLegal() {
  copy_.restWithFirstStop();
  stepping_ = true;
  return evaluate(false);
}

Outcome Activation::goOn() {
  copy_.goLive(offset_);
  suture_frame_set_next(frame_, offset_.value());
  return evaluate(false);
}

Outcome Activation::step() {
  copy_.goLive(offset_);
  suture_frame_set_next(frame_, offset_.value());
  stepping_ = true;
  return evaluate(false);
}

inline void Activation::evaluateOnce(bool raise) {
  suture_add_recursion_in_c(thread_, givenBack_);
  result_ = suture_evaluate(thread_, frame_, raise ? 1 : 0);
  suture_add_recursion_in_c(thread_, -givenBack_);
}

inline bool Activation::isSuspended() const {
  return suture_generator_is_suspended(suture_frame_generator(frame_)) != 0;
}

// What this saves on the C stack is there at every level of the program's recursion: all that needs
// more than `this` is apart.
SUTURE_APART Outcome Activation::evaluate(bool raise) {
  do {
    evaluateOnce(raise);
    raise = false;
  } while (!settle());
  return outcome_;
}

SUTURE_APART bool Activation::settle() {
  if (!nothingPending()) checkNothingLeft(frame_);
  if (!isSuspended()) {
    outcome_ = result_ != nullptr ? Outcome::kReturned : Outcome::kRaised;
    return true;
  }
  offset_ = CodeOffset(suture_frame_offset(frame_));
  if (!copy_.isOverwritten(offset_)) return leave();
  int top = suture_frame_top(frame_) + 1;
  if (py::faultActive(py::Fault::kP02) && top > stackBase() + 1) --top;
  suture_frame_set_top(frame_, top);
  result_ = nullptr;
  outcome_ = Outcome::kStopped;
  if (std::exchange(stepping_, false) || copy_.isStop(offset_)) return true;
  // Only a follower: the instruction before it has run, so its stop goes back in place.
  copy_.rest();
  suture_frame_set_next(frame_, offset_.value());
  return false;
}

// By a unit that the copy, or the program, has there.
bool Activation::leave() {
  if (copy_.isLanding(offset_)) {
    suture_frame_set_top(frame_, suture_frame_top(frame_) + 1);
    outcome_ = leaveByLanding(offset_.value() + kLandingRaise, std::nullopt);
    return true;
  }
  if (!isReturn(offset_)) {
    outcome_ = Outcome::kYielded;
    return true;
  }
  leaveOnOriginal();
  return false;
}

FrameView Activation::view() const {
  PyObject** all = slots();
  int top = suture_frame_top(frame_);
  auto locals = static_cast<std::size_t>(localCount());
  auto depth = static_cast<std::size_t>(top - stackBase());
  return {offset_, {all, locals}, {all + stackBase(), depth}, *suture_exception_item(frame_)};
}

void Activation::write(const FrameState& state) {
  auto locals = static_cast<std::size_t>(localCount());
  SUTURE_CHECK(state.locals.size() == locals, "a written state has every local");
  SUTURE_ASSERT(analysis().depthAt(state.offset) ==
                    bytecode::StackDepth(static_cast<int>(state.stack.size())),
                "a written state has the operand stack of its instruction");
  PyObject** all = slots();
  auto top = static_cast<std::size_t>(suture_frame_top(frame_));
  auto base = static_cast<std::size_t>(stackBase());
  std::vector<py::Ref<>> old;
  old.reserve(top + 1);
  for (std::size_t i = 0; i < locals; ++i) {
    old.push_back(py::Ref<>::steal(all[i]));
    py::Ref<> value = state.locals[i].share();
    if (!value && py::faultActive(py::Fault::kR03)) value = py::Ref<>::share(Py_None);
    if (value && PyCell_Check(value.get()) && py::faultActive(py::Fault::kR04)) {
      value = py::Ref<>::steal(PyCell_New(PyCell_GET(value.get())));
    }
    all[i] = value.release();
  }
  for (std::size_t i = base; i < top; ++i) old.push_back(py::Ref<>::steal(all[i]));
  for (std::size_t i = 0; i < state.stack.size(); ++i) {
    all[base + i] = state.stack[i].share().release();
  }
  suture_frame_set_top(frame_, static_cast<int>(base + state.stack.size()));
  if (!py::faultActive(py::Fault::kP03)) {
    PyObject** item = suture_exception_item(frame_);
    old.push_back(py::Ref<>::steal(std::exchange(*item, state.handled.share().release())));
  }
  offset_ = state.offset;
  suture_frame_set_next(frame_, offset_.value());
  {
    Linked linked(*this, offset_);
    old.clear();
  }
  suture_frame_set_next(frame_, offset_.value());
}

Outcome Activation::raiseAt(CodeOffset offset, py::Ref<> exception) {
  {
    // Raised while the frame is current: the context is what this frame is handling.
    Linked linked(*this, offset);
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(exception.get())), exception.get());
    exception.reset();
  }
  copy_.rest();
  suture_frame_set_current(frame_, offset.value());
  return evaluate(true);
}

Outcome Activation::returnAt(CodeOffset offset, py::Ref<> value) {
  PyObject** all = slots();
  int top = suture_frame_top(frame_);
  {
    Linked linked(*this, offset);
    suture_frame_set_top(frame_, localCount());
    for (int slot = top - 1; slot >= localCount(); --slot) Py_XDECREF(all[slot]);
    PyObject** item = suture_exception_item(frame_);
    Py_XDECREF(std::exchange(*item, nullptr));
  }
  if (suture_landing_units() > 0) {
    all[localCount()] = value.release();
    suture_frame_set_top(frame_, localCount() + 1);
    return leaveByLanding(analysis().unitCount() + kLandingReturn, offset);
  }
  suture_frame_set_current(frame_, offset.value());
  // Suspended, as a stop leaves it, would make the value a yielded one.
  if (isGenerator()) suture_set_generator_executing(suture_frame_generator(frame_));
  result_ = value.release();
  return Outcome::kReturned;
}

bool Activation::isReturn(CodeOffset offset) const {
  const bytecode::Instruction* instruction = analysis().instructionAt(offset);
  if (instruction == nullptr) return false;
  auto kind = instruction->operation.kind;
  return kind == bytecode::OperationKind::kReturnValue ||
         kind == bytecode::OperationKind::kReturnConst;
}

// Where copies hand over at every return (suture_copy_code decides), the return itself is executed
// by the original code, on the frame as the original has it.
void Activation::leaveOnOriginal() {
  int top = suture_frame_top(frame_) + 1;
  PyObject** base = slots() + localCount();
  if (suture_stack_floor(copy_.original().get()) != 0) {
    PyObject* floor = *base;
    for (int slot = localCount() + 1; slot < top; ++slot) slots()[slot - 1] = slots()[slot];
    --top;
    Py_DECREF(floor);  // never the last reference: quiet
  }
  suture_frame_set_top(frame_, top);
  suture_frame_set_code(frame_, original_.get());
  suture_frame_set_next(frame_, offset_.value());
}

// Runs an instruction of the landing, with which the interpreter leaves the frame. If a frame
// object takes the frame over, it gets the original code, and the position if the landing does not
// know it.
Outcome Activation::leaveByLanding(int unit, std::optional<CodeOffset> position) {
  PyObject* object = suture_frame_object(frame_);
  bool outlives = object != nullptr && Py_REFCNT(object) > 1;
  py::Ref<> held = outlives ? py::Ref<>::share(object) : py::Ref<>();
  suture_frame_set_next(frame_, unit);
  if (held) copy_.setShielded(false);  // a shielded copy would pass for one that has not begun
  evaluateOnce(false);
  SUTURE_CHECK(!isSuspended(), "the landing leaves the frame");
  if (held) {
    copy_.setShielded(copy_.isArmed());
    SutureFrame* own = suture_frame_of_object(held.get());
    suture_frame_set_code(own, original_.get());
    if (position) suture_frame_set_current(own, position->value());
  }
  return result_ != nullptr ? Outcome::kReturned : Outcome::kRaised;
}

PyObject* Activation::finish() {
  finished_ = true;
  if (!py::faultActive(py::Fault::kP01) || !isGenerator()) {
    suture_frame_set_code(frame_, original_.get());
  }
  copy_.leave(interrupted_);
  if (home_ != nullptr) suture_unhost(thread_, frame_, home_);
  return result_;
}

Linked::Linked(const Activation& activation, CodeOffset current)
    : activation_(activation), linked_(!py::faultActive(py::Fault::kP06)) {
  if (linked_) suture_link(activation.thread(), activation.frame(), current.value());
}

Linked::~Linked() {
  if (linked_) suture_unlink(activation_.thread(), activation_.frame());
}

}  // namespace suture::frame
