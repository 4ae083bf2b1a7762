// A code object's exception table: which handler covers an instruction, and what unwinding leaves.
//
//   const Handler* handler = table.find(instruction.opcodeOffset);
//   // unwinding: cut the operand stack to handler->depth, push the last-instruction index if
//   // handler->pushesLastInstruction, push the exception, go on at handler->target
//
// What holds: ranges are sorted, not empty and do not overlap, so at most one handler covers an
// offset. Parsing refuses any other table (only hand-made code has one). find is a binary search.
#pragma once

#include <Python.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/bytecode/positions.h"
#include "core/py/ref.h"

namespace suture::bytecode {

struct Handler {
  CodeOffset start;
  CodeOffset end;  ///< the first unit behind the range
  CodeOffset target;
  StackDepth depth;
  bool pushesLastInstruction = false;

  friend bool operator==(const Handler&, const Handler&) = default;
};

class HandlerTable {
 public:
  static std::optional<HandlerTable> parse(std::span<const std::uint8_t> table);
  static std::optional<HandlerTable> of(py::Borrowed<PyCodeObject> code);

  const Handler* find(CodeOffset at) const;
  std::span<const Handler> handlers() const { return handlers_; }

 private:
  std::vector<Handler> handlers_;
};

}  // namespace suture::bytecode
