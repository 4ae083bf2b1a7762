#include "fuzz/oracle/normalise.h"

#include <gtest/gtest.h>

namespace suture::oracle {
namespace {

TEST(Normalise, TakesEveryAddressAndNothingElse) {
  EXPECT_EQ(normalised("<cell at 0x7f01a2: int object at 0x7F99>"),
            "<cell at 0x…: int object at 0x…>");
  EXPECT_EQ(normalised("0xdeadbeef stays"), "0xdeadbeef stays");
  EXPECT_EQ(normalised("ends at 0x"), "ends at 0x");
  EXPECT_EQ(normalised("ends at 0xa"), "ends at 0x…");
  EXPECT_EQ(normalised(""), "");
}

TEST(Normalise, ReachesNestedStrings) {
  nlohmann::json value = {{"a", {"x at 0x12", 3}}, {"b", {{"c", " at 0xff"}}}};
  normaliseAll(value);
  EXPECT_EQ(value["a"][0], "x at 0x…");
  EXPECT_EQ(value["a"][1], 3);
  EXPECT_EQ(value["b"]["c"], " at 0x…");
}

}  // namespace
}  // namespace suture::oracle
