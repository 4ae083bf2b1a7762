#include "fuzz/batch/features.h"

#include <gtest/gtest.h>

#include <string>

namespace suture::batch {
namespace {

struct Probe {
  std::string kind = "brk";
  std::string modes = "";
  std::string stack = "";
  std::string handling = "null";
  std::string above = "";

  std::string line() const {
    return "{\"" + kind + "\":1,\"frame\":{\"stack\":[" + stack + "],\"handling\":" + handling +
           ",\"above\":[" + above + "]},\"modes\":[" + modes + "]}\n";
  }
};

TEST(FeaturesOf, ALogIsTheSituationsOfItsProbesEachOnce) {
  EXPECT_TRUE(featuresOf("").empty());
  EXPECT_TRUE(featuresOf("{\"observe\":[1],\"modes\":[]}\n{\"died\":0}\n").empty());
  const std::string line = Probe().line();
  EXPECT_EQ(featuresOf(line + line).size(), 1U);
}

TEST(FeaturesOf, EachPartOfASituationTellsItApart) {
  const std::string log = Probe().line() + Probe{.kind = "inspect"}.line() +
                          Probe{.modes = "1"}.line() + Probe{.modes = "1,2"}.line() +
                          Probe{.stack = "7"}.line() + Probe{.stack = "\"NULL\""}.line() +
                          Probe{.handling = "[1]"}.line() + Probe{.above = "[1]"}.line();
  EXPECT_EQ(featuresOf(log).size(), 8U);
}

TEST(FeaturesOf, ManyAreCountedAsTheMost) {
  const std::string seven = Probe{.modes = "1,2,3,4,5,6,7"}.line();
  const std::string eight = Probe{.modes = "1,2,3,4,5,6,7,8"}.line();
  EXPECT_EQ(featuresOf(seven), featuresOf(eight));
}

TEST(FeaturesOf, WhatAProbeSawNotItsNumberCounts) {
  std::string other = Probe().line();
  other.replace(other.find(":1"), 2, ":9");
  EXPECT_EQ(featuresOf(Probe().line()), featuresOf(other));
}

}  // namespace
}  // namespace suture::batch
