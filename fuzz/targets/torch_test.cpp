#include "fuzz/targets/torch.h"

#include <gtest/gtest.h>

namespace suture::targets {
namespace {

TEST(TorchOptions, AreReadByName) {
  const auto options = TorchOptions::parse("backend=mine:go,dynamic=True,fullgraph=True");
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->backend, "mine:go");
  EXPECT_EQ(options->isDynamic, true);
  EXPECT_TRUE(options->isFullGraph);
}

TEST(TorchOptions, AreThoseOfPyTorchWhereNoneAreGiven) {
  const auto options = TorchOptions::parse("");
  ASSERT_TRUE(options.has_value());
  EXPECT_EQ(options->backend, "eager");
  EXPECT_FALSE(options->isDynamic.has_value());
  EXPECT_FALSE(options->isFullGraph);
}

TEST(TorchOptions, OfOtherNamesAndValuesAreRefused) {
  for (const char* wrong :
       {"backend", "backend=", "dynamic=1", "fullgraph=yes", "mode=fast", ",", "x=True"}) {
    EXPECT_FALSE(TorchOptions::parse(wrong).has_value()) << wrong;
  }
}

TEST(TorchOptions, ArePartOfATargetsId) {
  ASSERT_NE(find("torch.compile:dynamic=False"), nullptr);
  EXPECT_EQ(find("torch.compile:dynamic=False")->kind, Kind::kTorch);
  EXPECT_EQ(find("torch.compile:dynamic=2"), nullptr);
  EXPECT_EQ(dialectOf(*find("torch.compile")), "torch");
  EXPECT_EQ(dialectOf(*find("mine:compile")), "reference");
}

}  // namespace
}  // namespace suture::targets
