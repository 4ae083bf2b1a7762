// What lies in each slot of the operand stack before each instruction, by abstract interpretation.
//
//   shapes.at(i)      // {kNull, kValue, kValue} before a CALL 1 on 3.11; bottom to top
//
// What holds: at a join the paths agree slot for slot, except that NULL and a value meet in
// kMaybeNull; a code object for which that is not so has a fault and is not to be stopped in. The
// rules are the interpreter's: PUSH_EXC_INFO slips the saved exception under the raised one; of a
// copied saved exception the copy is the live one, the original a mere value (COPY 3, POP_EXCEPT,
// RERAISE 1); a handler is entered with the stack cut to its depth, and only from instructions that
// can raise.
//
// FOR_ITER's jump is followed to the loop's END_FOR with the layout END_FOR expects. An iterator
// that ends by itself goes on behind END_FOR instead; the layout there is the same.
//
// Linear in the number of instructions times the depth. Allocates no Python object.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/bytecode/decode.h"
#include "core/bytecode/handlers.h"

namespace suture::bytecode {

enum class SlotKind : std::uint8_t {
  kValue,
  kNull,             ///< always NULL
  kMaybeNull,        ///< NULL or a value, which one only the running frame knows
  kSavedException,   ///< the exception handled outside, to be put back by POP_EXCEPT (None if none)
  kLastInstruction,  ///< the index RERAISE restores
};

class Shapes {
 public:
  struct Fault {
    int instruction;  ///< an index
    std::string_view law;
  };

  static Shapes of(std::span<const Instruction> instructions, std::span<const int> indexByUnit,
                   const HandlerTable& handlers, StackDepth stackSize);

  bool isReachable(int instruction) const { return entry(instruction).begin >= 0; }
  std::span<const SlotKind> at(int instruction) const;
  const std::optional<Fault>& fault() const { return fault_; }

 private:
  struct Entry {
    int begin = -1;
    int depth = 0;
  };
  friend class ShapeInterpreter;
  const Entry& entry(int instruction) const {
    return entries_[static_cast<std::size_t>(instruction)];
  }

  std::vector<Entry> entries_;   // one an instruction, into slots_
  std::vector<SlotKind> slots_;  // all shapes, one after the other
  std::optional<Fault> fault_;
};

}  // namespace suture::bytecode
