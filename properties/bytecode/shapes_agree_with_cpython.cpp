// Law: over every code object of the standard library, the shapes of the operand stack agree with
// what CPython's own compiler worked out: each instruction's effect is the compiler's, the deepest
// point is co_stacksize (at most that where we find code no path reaches), and all laws of verify.h
// hold.
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "core/bytecode/analysis.h"
#include "core/bytecode/booked_effect.h"
#include "core/bytecode/opcode_facts.h"
#include "core/bytecode/verify.h"
#include "properties/bytecode/support/standard_library.h"
#include "properties/support/covered.h"

namespace suture {
namespace {

using bytecode::CodeAnalysis;
using bytecode::Instruction;

bool effectsAgree(const Instruction& instruction) {
  const auto booked = [&](bytecode::Jump jump) {
    return bytecode::bookedEffect(instruction.opcode, instruction.oparg, jump);
  };
  const bytecode::Operation& operation = instruction.operation;
  return booked(bytecode::kNoJump) == operation.effect.net() &&
         (!instruction.target || booked(bytecode::kJump) == operation.jumpEffect.net());
}

struct Depths {
  int deepest = 0;  ///< before any instruction
  long unreachable = 0;
};

Depths depthsOf(const CodeAnalysis& analysis) {
  Depths depths;
  for (const Instruction& instruction : analysis.instructions()) {
    const auto depth = analysis.depthAt(instruction.offset);
    depths.unreachable += depth ? 0 : 1;
    if (depth) depths.deepest = std::max(depths.deepest, depth->value());
  }
  return depths;
}

// The compiler books handlers of bodies that cannot raise; 3.13 never books an empty stack.
int bookedDepth(int deepest) {
  return PY_VERSION_HEX >= 0x030d0000 ? std::max(deepest, 1) : deepest;
}

TEST(Property, ShapesAgreeWithCPython) {
  long instructions = 0;
  long unreachable = 0;
  long exact = 0;
  const auto walk = properties::everyCodeObject([&](const properties::LibraryCode& code) {
    const auto analysis = CodeAnalysis::of(code.code);
    for (const auto& breach : bytecode::verify(code.code, *analysis)) {
      ADD_FAILURE() << code.place() << ": " << breach.text();
    }
    for (const Instruction& instruction : analysis->instructions()) {
      EXPECT_TRUE(effectsAgree(instruction))
          << code.place() << ": " << bytecode::opcodeFacts(instruction.opcode).name << " "
          << instruction.oparg;
    }
    const Depths depths = depthsOf(*analysis);
    if (depths.unreachable == 0) {
      EXPECT_EQ(code.code->co_stacksize, bookedDepth(depths.deepest)) << code.place();
      ++exact;
    } else {
      EXPECT_GE(code.code->co_stacksize, bookedDepth(depths.deepest)) << code.place();
    }
    unreachable += depths.unreachable;
    instructions += static_cast<long>(analysis->instructions().size());
  });
  std::cout << walk.summary() << unreachable << " unreachable instructions\n";
  EXPECT_TRUE(properties::covered(
      "shapes agree with CPython",
      {{"instructions", instructions},
       {"code objects without unreachable ones, whose co_stacksize is our deepest point", exact}}));
}

}  // namespace
}  // namespace suture
