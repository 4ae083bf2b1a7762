#include "fuzz/il/words.h"

#include <gtest/gtest.h>

namespace suture::il {
namespace {

TEST(Words, Constants) {
  for (const char* text : {"1", "0", "10", "1.5", ".5", "1e-3", "'a'", "\"it's\"", "b'x'",
                           "'''a b'''", "None", "'\\n'"}) {
    EXPECT_TRUE(isConstant(text)) << text;
  }
  for (const char* text :
       {"", "01", "1_0", "x", "'a", "'a''b'", "'a\nb'", "f'x'", "0x1", "'\\x'", "1e", "'\\'"}) {
    EXPECT_FALSE(isConstant(text)) << text;
  }
}

TEST(Words, Forms) {
  EXPECT_TRUE(isArgumentForm("_ * _ k= * l= **"));
  EXPECT_FALSE(isArgumentForm("k= _"));
  EXPECT_FALSE(isArgumentForm("k= k="));
  EXPECT_FALSE(isArgumentForm("** *"));
  EXPECT_TRUE(isParameterForm("a / b= *c d e= **f"));
  EXPECT_FALSE(isParameterForm("a= b"));
  EXPECT_FALSE(isParameterForm("/"));
  EXPECT_FALSE(isParameterForm("a *b *c"));
  EXPECT_TRUE(isSliceForm("_:_:_"));
  EXPECT_FALSE(isSliceForm("_"));
  EXPECT_FALSE(isSliceForm("__:"));
}

TEST(Words, Names) {
  EXPECT_FALSE(isIdentifier("lambda"));
  EXPECT_FALSE(isIdentifier("1x"));
  EXPECT_TRUE(isImport("from suture import lab"));
  EXPECT_FALSE(isImport("from suture import *"));
  EXPECT_FALSE(isImport("from __future__ import annotations"));
  EXPECT_EQ(listedNames("a, b"), (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(identifiersIn("x.y1 + 'for' 2z"), (std::vector<std::string>{"x", "y1", "for"}));
}

}  // namespace
}  // namespace suture::il
