// Makes programs: the only way. What it knows at any point is its State.
//
//   Builder builder;
//   builder.name("x").constant("1.0").add(Op::kBinary, "+", 2).add(Op::kStore, "y");   // y = x
//   + 1.0 builder.state().modes();                     // the symbolic mode stack here
//   std::optional<Program> program = builder.finish();
//
// What holds: an instruction that breaks a law is not taken and spoils the builder: it takes
// nothing more, broken() tells the law and the place, finish() gives nothing.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "fuzz/il/program.h"
#include "fuzz/il/state.h"

namespace suture::il {

struct Broken {
  Law law;
  std::size_t index;  ///< of the instruction
  /// "instruction 7, Store: Typed: what is stored …"
  std::string text;
};

class Builder {
 public:
  Builder& add(Instruction instruction);
  /// `inputs` only for operations that take a varying number.
  Builder& add(Op op, std::string text = "", std::size_t inputs = 0);
  Builder& add(std::span<const Instruction> instructions);

  Builder& name(std::string text) { return add(Op::kName, std::move(text)); }
  Builder& constant(std::string text) { return add(Op::kConstant, std::move(text)); }
  Builder& lab(std::string function) { return add(Op::kLab, std::move(function)); }
  /// Calls what lies below `arguments` temporaries, all by position.
  Builder& call(std::size_t arguments);

  const State& state() const { return state_; }
  std::span<const Instruction> instructions() const { return content_.instructions; }
  const std::optional<Broken>& broken() const { return broken_; }

  /// The program; empties the builder.
  std::optional<Program> finish();

 private:
  void breaks(Law law, Op op);

  State state_;
  Program::Content content_;
  std::optional<Broken> broken_;
};

}  // namespace suture::il
