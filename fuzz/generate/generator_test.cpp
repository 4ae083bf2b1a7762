#include "fuzz/generate/generator.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "fuzz/il/text.h"

namespace suture::generate {
namespace {

// Every row of weights.def; one that no program of a thousand uses has no place there.
constexpr RowId kUsed[] = {
    RowId::kTensorStore,
    RowId::kTensorRebind,
    RowId::kTensorAugmented,
    RowId::kTensorScaled,
    RowId::kTensorInPlace,
    RowId::kTensorWritten,
    RowId::kScalarStore,
    RowId::kMatrixStore,
    RowId::kMaskStore,
    RowId::kFloatItem,
    RowId::kSwapped,
    RowId::kReversed,
    RowId::kIntStore,
    RowId::kIntAugmented,
    RowId::kTextStore,
    RowId::kFlagStore,
    RowId::kNamedInside,
    RowId::kDeleted,
    RowId::kUnboundRead,
    RowId::kAsserted,
    RowId::kListStore,
    RowId::kListAlias,
    RowId::kListAppend,
    RowId::kListInsert,
    RowId::kListSet,
    RowId::kListExtend,
    RowId::kListReverse,
    RowId::kListPop,
    RowId::kListDelete,
    RowId::kListComprehension,
    RowId::kListFiltered,
    RowId::kDictStore,
    RowId::kDictSet,
    RowId::kDictSetFirst,
    RowId::kDictDefault,
    RowId::kDictMoved,
    RowId::kDictDelete,
    RowId::kDictComprehension,
    RowId::kDictLoop,
    RowId::kObjectStore,
    RowId::kObjectAlias,
    RowId::kAttributeStore,
    RowId::kAttributeAugmented,
    RowId::kAttributeWritten,
    RowId::kAttributeDelete,
    RowId::kIf,
    RowId::kIfElse,
    RowId::kIfElif,
    RowId::kIfScalar,
    RowId::kForRange,
    RowId::kForRangeElse,
    RowId::kForZip,
    RowId::kWhileCounted,
    RowId::kWhileElse,
    RowId::kBreakIf,
    RowId::kContinueIf,
    RowId::kReturnIf,
    RowId::kWithMode,
    RowId::kWithModeNamed,
    RowId::kWithTwoModes,
    RowId::kWithModeBreak,
    RowId::kWithModeRaise,
    RowId::kPushPop,
    RowId::kPushFinally,
    RowId::kPushSwap,
    RowId::kModeMade,
    RowId::kWithManager,
    RowId::kWithSuppressing,
    RowId::kWithGenerated,
    RowId::kWithManagerAndMode,
    RowId::kExitStack,
    RowId::kTryExcept,
    RowId::kTryExceptAs,
    RowId::kTryElseFinally,
    RowId::kTryFinally,
    RowId::kTryMaybe,
    RowId::kTryStar,
    RowId::kRaiseFrom,
    RowId::kReraised,
    RowId::kRaiseIf,
    RowId::kReturnFinally,
    RowId::kBrk,
    RowId::kBrkOverTemporaries,
    RowId::kBrkInArguments,
    RowId::kInspect,
    RowId::kMutateList,
    RowId::kMutateDict,
    RowId::kMutateObject,
    RowId::kObserve,
    RowId::kClosure,
    RowId::kNonlocal,
    RowId::kLambda,
    RowId::kGeneratorMade,
    RowId::kGeneratorLoop,
    RowId::kGeneratorNext,
    RowId::kGeneratorSend,
    RowId::kGeneratorThrow,
    RowId::kGeneratorClose,
    RowId::kStartedSend,
    RowId::kStartedThrow,
    RowId::kStartedClose,
    RowId::kYieldTensor,
    RowId::kYieldSent,
    RowId::kYieldFrom,
    RowId::kYieldUnderMode,
};

TEST(Generator, EveryRowIsUsed) {
  RowCounts total{};
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Generated made = generateProgram(Choices::ofSeed(seed), Limits());
    for (std::size_t i = 0; i < kRows; ++i) {
      total[i] = static_cast<std::uint16_t>(std::min(total[i] + made.rows[i], 60000));
    }
  }
  EXPECT_EQ(std::size(kUsed), kRows);
  for (const RowId id : kUsed) {
    EXPECT_GT(total[static_cast<std::size_t>(id)], 0) << rowOf(id).name;
  }
}

// Whether a block of a mode stands in another.
bool nestsModes(const std::string& text) {
  std::size_t outer = std::string::npos;  // how far the outer block is indented
  for (std::size_t from = 0; from < text.size(); from = text.find('\n', from) + 1) {
    const std::size_t start = text.find_first_not_of(' ', from);
    const std::size_t indent = start - from;
    if (outer != std::string::npos && indent <= outer && text[start] != '\n') {
      outer = std::string::npos;
    }
    const bool isMode =
        text.compare(start, 6, "with m") == 0 || text.compare(start, 6, "with M") == 0;
    if (!isMode) continue;
    if (outer != std::string::npos) return true;
    outer = indent;
  }
  return false;
}

TEST(Generator, ModesAreEnteredUnderOthers) {
  int nesting = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    nesting +=
        nestsModes(il::print(generateProgram(Choices::ofSeed(seed), Limits()).program)) ? 1 : 0;
  }
  EXPECT_GT(nesting, 10);
}

TEST(Generator, SameChoicesSameProgram) {
  const std::uint8_t bytes[] = {3, 141, 59, 26, 53, 58, 97, 93, 23, 84, 62, 64, 33, 83, 27, 95};
  const auto once = generateProgram(Choices(bytes), Limits());
  EXPECT_EQ(once.program, generateProgram(Choices(bytes), Limits()).program);
  EXPECT_EQ(generateProgram(Choices::ofSeed(7), Limits()).program,
            generateProgram(Choices::ofSeed(7), Limits()).program);
  EXPECT_FALSE(generateProgram(Choices::ofSeed(7), Limits()).program ==
               generateProgram(Choices::ofSeed(8), Limits()).program);
}

TEST(Generator, NoBytesGiveTheSmallestProgram) {
  const auto smallest = generateProgram(Choices({}), Limits()).program.instructions().size();
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const auto made = generateProgram(Choices::ofSeed(seed), Limits());
    EXPECT_GT(made.program.instructions().size(), smallest) << seed;
  }
}

TEST(Generator, PatternsAreCovered) {
  for (const Row& row : rows()) {
    for (const il::Instruction& instruction : row.pattern) {
      EXPECT_NE(instruction.op, il::Op::kOpaque) << row.name << ": " << instruction.text;
    }
  }
}

TEST(Choices, RunOutToTheSimplest) {
  const std::uint8_t bytes[] = {7};
  Choices choices(bytes);
  EXPECT_FALSE(choices.hasRunOut());
  EXPECT_EQ(choices.below(5), 2);
  EXPECT_TRUE(choices.hasRunOut());
  EXPECT_EQ(choices.below(5), 0);
  EXPECT_EQ(choices.between(3, 9), 3);
  EXPECT_FALSE(choices.chance(9, 10));
  EXPECT_FALSE(Choices::ofSeed(1).hasRunOut());
}

}  // namespace
}  // namespace suture::generate
