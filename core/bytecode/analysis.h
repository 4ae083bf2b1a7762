// All that the layers above ask of one code object, worked out once.
//
//   const auto analysis = CodeAnalysis::of(code);
//   for (CodeOffset stop : analysis->legalStops()) patch(stop);
//   analysis->shapeAt(stop);          // which operand slots are values, NULL, saved exceptions
//
// What holds: it is immutable and keeps no reference to the code object, so it may be kept in the
// code's extra slot and read from any thread that holds the lock. Offsets given to it may be
// anything; answers are about instructions only.
//
// Code that is not an optimized function (module and class bodies), whose line table is short, or
// that CPython's compiler cannot have made, has no legal stops. A malformed one has no shapes
// either.
//
// Quiet: runs no Python and tracks nothing for the collector. Tens of nanoseconds an instruction.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/bytecode/decode.h"
#include "core/bytecode/handlers.h"
#include "core/bytecode/shapes.h"
#include "core/py/ref.h"

namespace suture::bytecode {

/// The at most three instructions that can come next: the following one, the jump's, the handler's.
class Successors {
 public:
  void add(CodeOffset at);  ///< once, however often it is added
  const CodeOffset* begin() const { return offsets_.data(); }
  const CodeOffset* end() const { return offsets_.data() + count_; }
  std::size_t size() const { return count_; }

 private:
  std::array<CodeOffset, 3> offsets_;
  std::size_t count_ = 0;
};

class CodeAnalysis {
 public:
  static std::unique_ptr<const CodeAnalysis> of(py::Borrowed<PyCodeObject> code);

  /// False for what CPython's compiler cannot have made.
  bool isWellFormed() const { return wellFormed_; }
  std::span<const Instruction> instructions() const { return instructions_; }
  /// The instruction that starts at, or has its opcode at, this offset; else nullptr.
  const Instruction* instructionAt(CodeOffset at) const;
  /// The instruction that has this unit, inline caches included; else nullptr.
  const Instruction* instructionCovering(CodeOffset at) const;

  std::span<const CodeOffset> legalStops() const { return legalStops_; }
  bool isLegalStop(CodeOffset at) const;

  /// Before the instruction at this offset; nullopt where no path leads.
  std::optional<StackDepth> depthAt(CodeOffset at) const;
  /// Bottom to top; empty where no path leads.
  std::span<const SlotKind> shapeAt(CodeOffset at) const;

  /// Where control can be after the instruction at this offset: an iterator that ends leaves its
  /// loop behind END_FOR; the handler counts if the instruction may raise, whatever raises there.
  Successors successors(CodeOffset at) const;
  /// The same without the handler.
  Successors normalSuccessors(CodeOffset at) const;
  const HandlerTable& handlers() const { return handlers_; }
  int unitCount() const { return static_cast<int>(indexByUnit_.size()); }
  const std::optional<Shapes::Fault>& shapeFault() const { return shapes_.fault(); }

 private:
  CodeAnalysis() = default;
  std::optional<int> indexAt(CodeOffset at) const;
  CodeOffset behindLoop(CodeOffset target) const;

  bool wellFormed_ = false;
  std::vector<Instruction> instructions_;
  std::vector<int> indexByUnit_;
  HandlerTable handlers_;
  Shapes shapes_;
  std::vector<CodeOffset> legalStops_;
};

}  // namespace suture::bytecode
