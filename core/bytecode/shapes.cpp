#include "core/bytecode/shapes.h"

#include <algorithm>
#include <utility>

namespace suture::bytecode {
namespace {

std::optional<SlotKind> join(SlotKind a, SlotKind b) {
  const auto canBeNull = [](SlotKind kind) {
    return kind == SlotKind::kNull || kind == SlotKind::kMaybeNull;
  };
  if (a == b) return a;
  if (canBeNull(a) && (canBeNull(b) || b == SlotKind::kValue)) return SlotKind::kMaybeNull;
  if (canBeNull(b) && a == SlotKind::kValue) return SlotKind::kMaybeNull;
  return std::nullopt;
}

}  // namespace

class ShapeInterpreter {
 public:
  ShapeInterpreter(std::span<const Instruction> instructions, std::span<const int> indexByUnit,
                   const HandlerTable& handlers, StackDepth stackSize)
      : instructions_(instructions),
        indexByUnit_(indexByUnit),
        handlers_(handlers),
        stackSize_(static_cast<std::size_t>(stackSize.value())) {
    shapes_.entries_.resize(instructions.size());
    shapes_.slots_.reserve(instructions.size() * 2);
  }

  Shapes run() && {
    flowTo(CodeOffset(0), {});
    while (!pending_.empty() && !shapes_.fault_) {
      current_ = std::exchange(pending_.back(), 0);
      pending_.pop_back();
      step(instructions_[static_cast<std::size_t>(current_)]);
    }
    return std::move(shapes_);
  }

 private:
  void step(const Instruction& instruction) {
    const Operation& operation = instruction.operation;
    if (operation.mayRaise()) flowToHandler(instruction);
    const Flow flow = operation.facts().flow;
    if (flow == Flow::kEnd) apply(operation, operation.effect);  // what it pops is there, too
    if (flow == Flow::kJump || flow == Flow::kBranch) {
      if (apply(operation, operation.jumpEffect)) flowTo(*instruction.target, stack_);
    }
    if (flow == Flow::kNext || flow == Flow::kBranch) {
      if (apply(operation, operation.effect)) flowTo(instruction.next, stack_);
    }
  }

  void flowToHandler(const Instruction& instruction) {
    const Handler* handler = handlers_.find(instruction.opcodeOffset);
    if (handler == nullptr) return;
    const auto before = shapes_.at(current_);
    const auto depth = static_cast<std::size_t>(handler->depth.value());
    if (depth > before.size())
      return fail("a handler's depth is that of the instructions it covers");
    stack_.assign(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(depth));
    if (handler->pushesLastInstruction) stack_.push_back(SlotKind::kLastInstruction);
    stack_.push_back(SlotKind::kValue);
    flowTo(handler->target, stack_);
  }

  /// Leaves in stack_ what the current instruction makes of its own shape.
  bool apply(const Operation& operation, Effect effect) {
    const auto before = shapes_.at(current_);
    stack_.assign(before.begin(), before.end());
    const auto pops = static_cast<std::size_t>(effect.pops);
    const auto pushes = static_cast<std::size_t>(effect.pushes);
    if (pops > stack_.size()) return fails("the depth is never negative");
    if (stack_.size() - pops + pushes > stackSize_)
      return fails("the depth is at most co_stacksize");
    stack_.resize(stack_.size() - pops);
    switch (operation.facts().stack) {
      case StackRule::kPlain:
        push(pushes, SlotKind::kValue);
        return true;
      case StackRule::kUnbound:
        push(pushes, SlotKind::kMaybeNull);
        return true;
      case StackRule::kPushesNull:
        pushPair(operation, pushes, SlotKind::kNull);
        return true;
      case StackRule::kPushesMaybeNull:
        pushPair(operation, pushes, SlotKind::kMaybeNull);
        return true;
      case StackRule::kCopies:
        return copy(operation.index);
      case StackRule::kSwaps:
        return swap(operation.index);
      case StackRule::kSavesException:
        if (stack_.empty()) return fails("PUSH_EXC_INFO finds the exception on top");
        stack_.insert(stack_.end() - 1, SlotKind::kSavedException);
        return true;
    }
    return false;
  }

  void push(std::size_t count, SlotKind kind) { stack_.insert(stack_.end(), count, kind); }

  void pushPair(const Operation& operation, std::size_t pushes, SlotKind null) {
    push(pushes, SlotKind::kValue);
    switch (operation.nullSlot) {
      case NullSlot::kNone:
        return;
      case NullSlot::kBelow:
        stack_[stack_.size() - 2] = null;
        return;
      case NullSlot::kAbove:
        stack_.back() = null;
        return;
    }
  }

  bool copy(int distance) {
    if (!reaches(distance)) return fails("COPY reaches into the stack");
    SlotKind& original = fromTop(distance);
    const SlotKind kind = original;
    if (kind == SlotKind::kSavedException) original = SlotKind::kValue;
    stack_.push_back(kind);
    return true;
  }

  bool swap(int distance) {
    if (!reaches(distance)) return fails("SWAP reaches into the stack");
    std::swap(fromTop(distance), stack_.back());
    return true;
  }

  bool reaches(int distance) const {
    return distance >= 1 && static_cast<std::size_t>(distance) <= stack_.size();
  }
  SlotKind& fromTop(int distance) {
    return stack_[stack_.size() - static_cast<std::size_t>(distance)];
  }

  void flowTo(CodeOffset target, std::span<const SlotKind> stack) {
    const auto unit = static_cast<std::size_t>(target.value());
    if (unit >= indexByUnit_.size()) return fail("control stays inside the code");
    const int index = indexByUnit_[unit];
    if (instructions_[static_cast<std::size_t>(index)].offset != target) {
      return fail("a handler is the start of an instruction");
    }
    Shapes::Entry& entry = shapes_.entries_[static_cast<std::size_t>(index)];
    if (entry.begin < 0) {
      entry = {static_cast<int>(shapes_.slots_.size()), static_cast<int>(stack.size())};
      shapes_.slots_.insert(shapes_.slots_.end(), stack.begin(), stack.end());
      pending_.push_back(index);
    } else if (joinInto(entry, stack)) {
      pending_.push_back(index);
    }
  }

  /// True if the shape known for the entry has changed.
  bool joinInto(const Shapes::Entry& entry, std::span<const SlotKind> stack) {
    if (static_cast<std::size_t>(entry.depth) != stack.size()) {
      return fails("the paths to an instruction agree in depth");
    }
    bool changed = false;
    for (std::size_t i = 0; i < stack.size(); ++i) {
      SlotKind& known = shapes_.slots_[static_cast<std::size_t>(entry.begin) + i];
      const auto joined = join(known, stack[i]);
      if (!joined) return fails("the paths to an instruction agree in kind");
      changed = changed || *joined != known;
      known = *joined;
    }
    return changed;
  }

  void fail(std::string_view law) { shapes_.fault_ = Shapes::Fault{current_, law}; }
  bool fails(std::string_view law) {
    fail(law);
    return false;
  }

  std::span<const Instruction> instructions_;
  std::span<const int> indexByUnit_;
  const HandlerTable& handlers_;
  std::size_t stackSize_;
  Shapes shapes_;
  std::vector<int> pending_;
  std::vector<SlotKind> stack_;
  int current_ = 0;
};

Shapes Shapes::of(std::span<const Instruction> instructions, std::span<const int> indexByUnit,
                  const HandlerTable& handlers, StackDepth stackSize) {
  return ShapeInterpreter(instructions, indexByUnit, handlers, stackSize).run();
}

std::span<const SlotKind> Shapes::at(int instruction) const {
  const Entry& known = entry(instruction);
  if (known.begin < 0) return {};
  return std::span(slots_).subspan(static_cast<std::size_t>(known.begin),
                                   static_cast<std::size_t>(known.depth));
}

}  // namespace suture::bytecode
