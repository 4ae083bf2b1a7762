// Cross-check of every opcode's effect with what CPython's own compiler books for it.
#include "core/bytecode/lift.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "core/bytecode/booked_effect.h"
#include "core/bytecode/opcode_facts.h"

namespace suture::bytecode {
namespace {

// What occurs in running code only, or is folded away by the decoder.
bool isNeverAnInstruction(std::string_view name) {
  static const std::set<std::string_view> kNames = {
      "CACHE", "EXTENDED_ARG", "RESERVED", "INTERPRETER_EXIT", "EXIT_INIT_CHECK", "ENTER_EXECUTOR"};
  return kNames.contains(name) || name.starts_with("INSTRUMENTED_");
}

TEST(Lift, KnowsEveryOpcodeThatCanBeInCode) {
  int lifted = 0;
  for (int opcode = 0; opcode < 256; ++opcode) {
    const std::string_view name = opcodeFacts(opcode).name;
    if (name.empty()) {
      EXPECT_FALSE(lift(opcode, 1)) << opcode;
    } else {
      EXPECT_EQ(!lift(opcode, 1), isNeverAnInstruction(name)) << name;
      lifted += lift(opcode, 1) ? 1 : 0;
    }
  }
  EXPECT_GT(lifted, 95);
}

TEST(Lift, EffectsAreTheCompilers) {
  int compared = 0;
  for (int opcode = 0; opcode < 256; ++opcode) {
    const OpcodeFacts& facts = opcodeFacts(opcode);
    for (int oparg : {0, 1, 2, 3, 4, 5, 7, 8, 15, 17, 32, 100, 255, 256, 0x0305}) {
      const auto operation = lift(opcode, oparg);
      if (!operation || (!facts.hasArgument && oparg > 0)) continue;
      for (const Jump jump : {kNoJump, kJump}) {
        const auto booked = bookedEffect(opcode, oparg, jump);
        if (!booked) continue;
        const Effect effect = jump == kJump ? operation->jumpEffect : operation->effect;
        EXPECT_EQ(effect.net(), *booked) << facts.name << " " << oparg << " jump " << jump;
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 1500);
}

TEST(Lift, JumpsAreTheInterpretersJumps) {
  for (int opcode = 0; opcode < 256; ++opcode) {
    const auto operation = lift(opcode, 1);
    if (!operation) continue;
    const Flow flow = operation->facts().flow;
    EXPECT_EQ(opcodeFacts(opcode).jump != JumpClass::kNone,
              flow == Flow::kJump || flow == Flow::kBranch)
        << opcodeFacts(opcode).name;
  }
}

TEST(Lift, PairOfACallableHasItsNullWhereTheVersionPutsIt) {
  const auto global = lift(opcode::kLoadGlobal, 7);
  ASSERT_TRUE(global);
  EXPECT_EQ(global->kind, OperationKind::kLoadGlobal);
  EXPECT_EQ(global->index, 3);
  EXPECT_EQ(global->effect.pushes, 2);
  const auto call = lift(opcode::kCall, 2);
  ASSERT_TRUE(call);
  EXPECT_EQ(call->effect.pops, 4);
  EXPECT_EQ(global->nullSlot == NullSlot::kAbove, call->callOrder == CallOrder::kCallableFirst);
  EXPECT_EQ(lift(opcode::kLoadGlobal, 6)->nullSlot, NullSlot::kNone);
}

TEST(Lift, WhatLooksAtTheEvalBreakerMayRaise) {
  const auto backward = lift(opcode::kJumpBackward, 1);
  ASSERT_TRUE(backward);
  EXPECT_TRUE(backward->mayRaise());
  EXPECT_FALSE(lift(opcode::kJumpForward, 1)->mayRaise());
  EXPECT_FALSE(lift(opcode::kJumpBackwardNoInterrupt, 1)->mayRaise());
}

}  // namespace
}  // namespace suture::bytecode
