#include "fuzz/oracle/kinds.h"

#include <gtest/gtest.h>

#include <set>

namespace suture::oracle {
namespace {

TEST(Kinds, TheFirstRowThatASignatureHasCounts) {
  EXPECT_EQ(kindOf("O2 at modes: length").number, 1);
  EXPECT_EQ(kindOf("O2 at modes: contents, over graph breaks").number, 2);
  EXPECT_EQ(kindOf("O1 at call: unplanned AssertionError, between probes").number, 11);
  EXPECT_EQ(kindOf("O1 at call: call.exception[]").number, 12);
  EXPECT_EQ(kindOf("O3 at heap: heap.Tensor.values").number, 8);
  EXPECT_EQ(kindOf("O1 at call: call.Tensor.values").number, 14);
}

TEST(Kinds, NoRowHidesALaterOne) {
  std::set<std::string_view> words;
  for (const Kind& kind : kinds()) {
    EXPECT_EQ(&kindOf(kind.words), &kind) << kind.words;
    EXPECT_TRUE(words.insert(kind.words).second) << kind.words;
  }
}

}  // namespace
}  // namespace suture::oracle
