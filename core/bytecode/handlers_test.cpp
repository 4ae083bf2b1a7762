#include "core/bytecode/handlers.h"

#include <gtest/gtest.h>

#include "core/bytecode/test_code.h"
#include "core/bytecode/verify.h"

namespace suture::bytecode {
namespace {

// start 20, length 10, target 300 (two groups: 4 and 44), depth 1 with last instruction.
const std::vector<std::uint8_t> kTable = {0x80 | 20, 10, 0x40 | 4, 44, 3, 0x80 | 40, 1, 50, 0};

TEST(Handlers, ParsesNumbersOfSeveralBytes) {
  const auto table = HandlerTable::parse(kTable);
  ASSERT_TRUE(table);
  ASSERT_EQ(table->handlers().size(), 2u);
  EXPECT_EQ(table->handlers()[0],
            (Handler{CodeOffset(20), CodeOffset(30), CodeOffset(300), StackDepth(1), true}));
  EXPECT_EQ(table->handlers()[1],
            (Handler{CodeOffset(40), CodeOffset(41), CodeOffset(50), StackDepth(0), false}));
}

TEST(Handlers, FindsByRangeAsALinearReadingDoes) {
  const auto table = HandlerTable::parse(kTable);
  ASSERT_TRUE(table);
  for (int unit = 0; unit < 60; ++unit) {
    const Handler* found = table->find(CodeOffset(unit));
    const auto expected = findHandlerLinearly(kTable, CodeOffset(unit));
    EXPECT_EQ(found != nullptr, (unit >= 20 && unit < 30) || unit == 40) << unit;
    ASSERT_EQ(found != nullptr, expected.has_value());
    if (found != nullptr) {
      EXPECT_EQ(*found, *expected);
    }
  }
}

TEST(Handlers, RefusesCutOffUnsortedAndEmptyEntries) {
  const auto refused = [](std::vector<std::uint8_t> table) { return !HandlerTable::parse(table); };
  EXPECT_TRUE(refused({0x80 | 1, 2, 3}));
  EXPECT_TRUE(refused({0x80 | 1, 0x40}));
  EXPECT_TRUE(refused({0x80 | 9, 2, 30, 0, 0x80 | 1, 2, 30, 0}));
  EXPECT_TRUE(refused({0x80 | 9, 0, 30, 0}));
  EXPECT_FALSE(refused({}));
}

TEST(Handlers, InnermostCovers) {
  const auto analysis =
      analysisOf("def f(a):\n  try:\n    try: a()\n    finally: b\n  except E: c\n");
  const Instruction& call = firstOf(*analysis, OperationKind::kCall);
  const Handler* handler = analysis->handlers().find(call.opcodeOffset);
  ASSERT_NE(handler, nullptr);
  const Instruction& inner = *analysis->instructionAt(handler->target);
  EXPECT_EQ(inner.operation.kind, OperationKind::kPushExcInfo);
  const Handler* outer = analysis->handlers().find(inner.next);
  ASSERT_NE(outer, nullptr);
  EXPECT_TRUE(outer->pushesLastInstruction);
}

}  // namespace
}  // namespace suture::bytecode
