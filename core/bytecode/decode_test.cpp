#include "core/bytecode/decode.h"

#include <gtest/gtest.h>

#include <sstream>

#include "core/bytecode/opcode_facts.h"
#include "core/bytecode/test_code.h"

namespace suture::bytecode {
namespace {

std::uint8_t byte(int value) { return static_cast<std::uint8_t>(value); }

TEST(Positions, MoveByUnitsAndConvertOnPurpose) {
  constexpr CodeOffset kAt(12);
  static_assert((kAt + 3) - kAt == 3);
  static_assert(toBytes(kAt).value() == 24);
  static_assert(!std::is_convertible_v<CodeOffset, int>);
  static_assert(!std::is_convertible_v<CodeOffset, ByteOffset>);
  EXPECT_LT(kAt - 1, kAt);
}

TEST(Decode, FoldsExtendedArguments) {
  const std::vector<std::uint8_t> bytes = {
      byte(opcode::kNop),       0, byte(opcode::kExtendedArg), 1, byte(opcode::kExtendedArg), 2,
      byte(opcode::kLoadConst), 3, byte(opcode::kReturnValue), 0};
  const auto instructions = decodeBytes(bytes);
  ASSERT_TRUE(instructions);
  ASSERT_EQ(instructions->size(), 3u);
  const Instruction& load = (*instructions)[1];
  EXPECT_EQ(load.offset, CodeOffset(1));
  EXPECT_EQ(load.opcodeOffset, CodeOffset(3));
  EXPECT_EQ(load.next, CodeOffset(4));
  EXPECT_EQ(load.oparg, 0x010203);
  EXPECT_EQ(load.operation.index, 0x010203);
}

TEST(Decode, SkipsInlineCaches) {
  const auto analysis = analysisOf("def f():\n  return g\n");
  const Instruction& load = firstOf(*analysis, OperationKind::kLoadGlobal);
  EXPECT_EQ(load.next - load.opcodeOffset, 1 + opcodeFacts(opcode::kLoadGlobal).caches);
  EXPECT_GE(opcodeFacts(opcode::kLoadGlobal).caches, 4);
}

TEST(Decode, FindsTargetsOfLongJumps) {
  std::ostringstream source;
  source << "def f(c, x):\n  while c:\n";
  for (int i = 0; i < 200; ++i) source << "    x.a" << i << "()\n";
  source << "  return x\n";
  const auto code = functionCode(source.str());
  const auto instructions = decode(code);
  ASSERT_TRUE(instructions);
  int folded = 0;
  for (const Instruction& instruction : *instructions) {
    if (instruction.target && instruction.offset != instruction.opcodeOffset) ++folded;
  }
  EXPECT_GT(folded, 0);
}

TEST(Decode, RefusesWhatNoCompilerWrites) {
  const auto refused = [](std::vector<std::uint8_t> bytes) { return !decodeBytes(bytes); };
  EXPECT_TRUE(refused({byte(opcode::kCache), 0}));
  EXPECT_TRUE(refused({byte(opcode::kNop), 0, byte(opcode::kExtendedArg), 1}));
  EXPECT_TRUE(refused({byte(opcode::kLoadGlobal), 0}));   // its caches are missing
  EXPECT_TRUE(refused({byte(opcode::kJumpForward), 7}));  // out of the code
  EXPECT_TRUE(refused({byte(opcode::kExtendedArg), 255, byte(opcode::kExtendedArg), 255,
                       byte(opcode::kExtendedArg), 255, byte(opcode::kBuildMap), 255}));
  EXPECT_FALSE(refused({byte(opcode::kNop), 0}));
}

TEST(Decode, CallsTakeTheNamesOfKeywordsFromTheStackOrNot) {
  const auto analysis = analysisOf("def f(g):\n  return g(1, a=2)\n");
  for (const Instruction& instruction : analysis->instructions()) {
    if (instruction.operation.kind == OperationKind::kCall) {
      EXPECT_EQ(instruction.operation.effect.pops, 2 + 2);
    }
    if (instruction.operation.kind == OperationKind::kCallKeywords) {
      EXPECT_EQ(instruction.operation.effect.pops, 2 + 2 + 1);
    }
  }
}

}  // namespace
}  // namespace suture::bytecode
