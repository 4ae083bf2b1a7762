// A program as the IL has it: a flat list of instructions that cannot change.
//
//   Name x · Constant 1.0 · Call(lab.add) · Store t1          prints as   t1 = lab.add(x, 1.0)
//
// An expression instruction takes its inputs off a stack of temporaries, the last ones made, in
// order of evaluation, and leaves one. So at any point the stack is the set of live temporaries
// CPython has there, and every expression, statement and block is one contiguous range of
// instructions.
//
// What holds: every law of laws.def, for every Program there is: only Builder makes one. Equal
// programs print equal text.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "fuzz/il/op.h"

namespace suture::il {

struct Instruction {
  Op op = Op::kPass;
  std::uint16_t inputs = 0;
  std::string text;  ///< a name, a constant, an operator, a form of arguments or parameters

  bool operator==(const Instruction&) const = default;
};

/// A statement as a range of instructions, blocks with all that is in them.
struct Statement {
  std::size_t first = 0;  ///< of its expressions
  std::size_t head = 0;   ///< the statement itself, or where its block begins
  std::size_t last = 0;   ///< the same, or where its block ends
  int depth = 0;          ///< blocks around it

  bool operator==(const Statement&) const = default;
};

class Program {
 public:
  Program() = default;

  std::span<const Instruction> instructions() const;
  /// In the order of their first instruction; a block comes before what is in it.
  std::span<const Statement> statements() const;

  bool operator==(const Program& other) const;

 private:
  friend class Builder;
  struct Content {
    std::vector<Instruction> instructions;
    std::vector<Statement> statements;
  };
  std::shared_ptr<const Content> content_;
};

}  // namespace suture::il
