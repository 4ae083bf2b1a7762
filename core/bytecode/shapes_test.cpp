#include "core/bytecode/shapes.h"

#include <gtest/gtest.h>

#include "core/bytecode/test_code.h"

namespace suture::bytecode {
namespace {

using enum SlotKind;
using Shape = std::vector<SlotKind>;

Shape shapeAt(const CodeAnalysis& analysis, CodeOffset at) {
  const auto shape = analysis.shapeAt(at);
  return {shape.begin(), shape.end()};
}

TEST(Shapes, CallHasItsNullWhereTheVersionPutsIt) {
  const auto analysis = analysisOf("def f():\n  return g(1)\n");
  const Instruction& call = firstOf(*analysis, OperationKind::kCall);
  const bool callableFirst = call.operation.callOrder == CallOrder::kCallableFirst;
  EXPECT_EQ(shapeAt(*analysis, call.offset),
            callableFirst ? (Shape{kValue, kNull, kValue}) : (Shape{kNull, kValue, kValue}));
}

TEST(Shapes, MethodSlotMayBeNull) {
  const auto analysis = analysisOf("def f(a):\n  return a.m()\n");
  const Instruction& call = firstOf(*analysis, OperationKind::kCall);
  const bool callableFirst = call.operation.callOrder == CallOrder::kCallableFirst;
  EXPECT_EQ(shapeAt(*analysis, call.offset),
            callableFirst ? (Shape{kValue, kMaybeNull}) : (Shape{kMaybeNull, kValue}));
}

TEST(Shapes, HandlerHoldsTheSavedException) {
  const auto analysis = analysisOf("def f(a):\n  try: a()\n  except E: b()\n");
  const Instruction& push = firstOf(*analysis, OperationKind::kPushExcInfo);
  EXPECT_EQ(shapeAt(*analysis, push.offset), Shape{kValue});
  EXPECT_EQ(shapeAt(*analysis, push.next), (Shape{kSavedException, kValue}));
}

TEST(Shapes, CopyOfASavedExceptionIsTheLiveOne) {
  const auto analysis = analysisOf("def f(a):\n  try: a()\n  except E: b()\n");
  const Instruction& reraise =
      firstOf(*analysis, OperationKind::kReraise, firstOf(*analysis, OperationKind::kCopy).offset);
  const Instruction& copy = firstOf(*analysis, OperationKind::kCopy);
  ASSERT_EQ(copy.operation.index, 3);
  EXPECT_EQ(shapeAt(*analysis, copy.offset), (Shape{kSavedException, kLastInstruction, kValue}));
  EXPECT_EQ(shapeAt(*analysis, copy.next),
            (Shape{kValue, kLastInstruction, kValue, kSavedException}));
  EXPECT_EQ(shapeAt(*analysis, reraise.offset), (Shape{kValue, kLastInstruction, kValue}));
}

TEST(Shapes, WithKeepsItsExitBelow) {
  const auto analysis = analysisOf("def f(a):\n  with a: b()\n");
  const Instruction& start = firstOf(*analysis, OperationKind::kWithExceptStart);
  EXPECT_EQ(shapeAt(*analysis, start.offset),
            (Shape{kValue, kLastInstruction, kSavedException, kValue}));
}

TEST(Shapes, LoopsKeepTheirIterator) {
  const auto analysis = analysisOf("def f(a):\n  for i in a:\n    b\n  return 1\n");
  const Instruction& loop = firstOf(*analysis, OperationKind::kForIter);
  EXPECT_EQ(shapeAt(*analysis, loop.offset), Shape{kValue});
  EXPECT_EQ(shapeAt(*analysis, loop.next), (Shape{kValue, kValue}));
  const auto successors = analysis->successors(loop.offset);
  ASSERT_EQ(successors.size(), 2u);
  const CodeOffset behind = *(successors.begin() + 1);
  EXPECT_EQ(analysis->depthAt(behind), StackDepth(0));
}

TEST(Shapes, ComprehensionsSaveLocalsThatMayBeUnbound) {
  const auto analysis = analysisOf("def f(a):\n  return [i for i in a]\n");
  for (const Instruction& instruction : analysis->instructions()) {
    if (instruction.operation.kind != OperationKind::kLoadFastAndClear) continue;
    EXPECT_EQ(analysis->shapeAt(instruction.next).back(), kMaybeNull);
  }
  EXPECT_TRUE(analysis->isWellFormed());
}

TEST(Shapes, WhatNoPathReachesHasNone) {
  const auto analysis = analysisOf("def f(a):\n  return a\n");
  EXPECT_EQ(analysis->depthAt(CodeOffset(9999)), std::nullopt);
  EXPECT_EQ(analysis->depthAt(CodeOffset(-1)), std::nullopt);
}

Shapes shapesOf(const std::vector<std::uint8_t>& bytes, int stackSize) {
  const auto instructions = decodeBytes(bytes);
  SUTURE_CHECK(instructions.has_value(), "the test's bytes decode");
  return Shapes::of(*instructions, indexByUnit(*instructions), HandlerTable(),
                    StackDepth(stackSize));
}

std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

TEST(Shapes, FaultsNameTheLaw) {
  const auto faultOf = [](const std::vector<std::uint8_t>& bytes, int stackSize) {
    const auto shapes = shapesOf(bytes, stackSize);
    return shapes.fault() ? std::string(shapes.fault()->law) : "";
  };
  EXPECT_EQ(faultOf({byte(opcode::kPopTop), 0}, 9), "the depth is never negative");
  EXPECT_EQ(faultOf({byte(opcode::kReturnValue), 0}, 9), "the depth is never negative");
  EXPECT_EQ(faultOf({byte(opcode::kLoadConst), 0, byte(opcode::kReturnValue), 0}, 0),
            "the depth is at most co_stacksize");
  EXPECT_EQ(faultOf({byte(opcode::kNop), 0}, 9), "control stays inside the code");
  EXPECT_EQ(faultOf({byte(opcode::kSwap), 2, byte(opcode::kReturnValue), 0}, 9),
            "SWAP reaches into the stack");
  EXPECT_EQ(faultOf({byte(opcode::kLoadConst), 0, byte(opcode::kJumpBackwardNoInterrupt), 2}, 9),
            "the paths to an instruction agree in depth");
  EXPECT_EQ(faultOf({byte(opcode::kLoadConst), 0, byte(opcode::kReturnValue), 0}, 1), "");
}

}  // namespace
}  // namespace suture::bytecode
