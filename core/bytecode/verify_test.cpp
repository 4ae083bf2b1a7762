// Analyses that are wrong on purpose: of other code, and with other blocks.
#include "core/bytecode/verify.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/bytecode/test_code.h"

namespace suture::bytecode {
namespace {

constexpr const char* kSource =
    "def f(a):\n  for i in a:\n    try:\n      if i: g(i, [a])\n    except E: pass\n  return a\n";

bool names(const std::vector<Breach>& breaches, std::string_view law) {
  return std::ranges::find(breaches, law, &Breach::law) != breaches.end();
}

class VerifyTest : public testing::Test {
 protected:
  // Our analysis, as one of a code object that is like it but for one attribute.
  std::vector<Breach> breachesWith(const char* attribute, PyObject* value) const {
    const auto other = withReplaced(code_, attribute, value);
    EXPECT_FALSE(isSound(other, *analysis_));
    return verify(other, *analysis_);
  }

  const py::Ref<PyCodeObject> code_ = functionCode(kSource);
  const std::unique_ptr<const CodeAnalysis> analysis_ = CodeAnalysis::of(code_);
};

TEST_F(VerifyTest, FindsWhatIsOfOtherCode) {
  EXPECT_TRUE(isSound(code_, *analysis_));
  EXPECT_TRUE(names(breachesWith("co_stacksize", PyLong_FromLong(code_->co_stacksize - 1)),
                    "depth-within-stack-size"));
  EXPECT_TRUE(
      names(breachesWith("co_exceptiontable", PyBytes_FromString("")), "handler-lookup-agrees"));
  EXPECT_TRUE(
      names(breachesWith("co_linetable", PyBytes_FromString("")), "stops-where-nothing-in-flight"));
  EXPECT_TRUE(names(breachesWith("co_flags", PyLong_FromLong(0)), "stops-where-nothing-in-flight"));
}

TEST_F(VerifyTest, WhatIsRefusedIsSound) {
  const auto refused = withReplaced(code_, "co_stacksize", PyLong_FromLong(0));
  EXPECT_FALSE(CodeAnalysis::of(refused)->isWellFormed());
  EXPECT_TRUE(isSound(refused, *CodeAnalysis::of(refused)));
}

class BlocksTest : public VerifyTest {
 protected:
  bool breaks(const std::vector<Block>& wrong, std::string_view law) const {
    return names(verifyBlocks(*analysis_, wrong), law);
  }
  // The first block with an edge in such a list.
  static Block& withEdge(std::vector<Block>& blocks, std::vector<int> Block::* list) {
    return *std::ranges::find_if(blocks, [=](const Block& one) { return !(one.*list).empty(); });
  }

  const std::vector<Block> right_ = blocksOf(*analysis_);
};

TEST_F(BlocksTest, AreRight) {
  EXPECT_TRUE(verifyBlocks(*analysis_, right_).empty());
  EXPECT_GT(right_.size(), 4u);
}

TEST_F(BlocksTest, EveryEdgeLeadsWhereControlGoes) {
  for (const auto list : {&Block::successors, &Block::handlers}) {
    std::vector<Block> wrong = right_;
    int& edge = (withEdge(wrong, list).*list).front();
    edge = edge == 0 ? 1 : 0;
    EXPECT_TRUE(breaks(wrong, "edges-lead-to-leaders"));
    wrong = right_;
    (withEdge(wrong, list).*list).pop_back();
    EXPECT_TRUE(breaks(wrong, "edges-lead-to-leaders"));
    wrong = right_;
    (withEdge(wrong, list).*list).front() = 999;
    EXPECT_TRUE(breaks(wrong, "edges-lead-to-leaders"));
    wrong = right_;
    (wrong.back().*list).push_back(0);
    EXPECT_TRUE(breaks(wrong, "edges-lead-to-leaders"));
  }
}

// Each block made one with the next: what led to the next leads into the middle of a block.
TEST_F(BlocksTest, NoLeaderIsForgotten) {
  for (std::size_t i = 0; i + 1 < right_.size(); ++i) {
    std::vector<Block> wrong = right_;
    wrong[i] = {right_[i].first, right_[i + 1].end, right_[i + 1].successors, right_[i].handlers};
    wrong.erase(wrong.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    for (Block& block : wrong) {
      for (const auto list : {&Block::successors, &Block::handlers}) {
        for (int& edge : block.*list) edge -= edge > static_cast<int>(i) ? 1 : 0;
      }
    }
    EXPECT_FALSE(verifyBlocks(*analysis_, wrong).empty()) << "blocks " << i << " and " << i + 1;
  }
}

TEST_F(BlocksTest, HoldEverythingOnce) {
  std::vector<Block> wrong = right_;
  wrong.pop_back();
  EXPECT_TRUE(breaks(wrong, "blocks-hold-everything-once"));
  wrong = right_;
  wrong[1].first -= 1;
  EXPECT_TRUE(breaks(wrong, "blocks-hold-everything-once"));
  wrong = right_;
  wrong.back().end += 1;
  EXPECT_TRUE(breaks(wrong, "blocks-hold-everything-once"));
  EXPECT_TRUE(breaks({}, "blocks-hold-everything-once"));
}

}  // namespace
}  // namespace suture::bytecode
