#include "fuzz/lab/numbers.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace suture::lab {
namespace {

template <class T>
std::string element(const char* format, T value) {
  std::string out;
  appendElement(out, format, reinterpret_cast<const char*>(&value));
  return out;
}

TEST(Numbers, FloatsAreTheShortestThatReadsBack) {
  EXPECT_EQ(exactText(0.1), "0.1");
  EXPECT_EQ(exactText(1.0), "1");
  EXPECT_EQ(exactText(-0.0), "-0");
  EXPECT_EQ(exactText(-std::numeric_limits<double>::infinity()), "-inf");
  EXPECT_EQ(exactText(std::numeric_limits<double>::quiet_NaN()), "nan:7ff8000000000000");
}

TEST(Numbers, ElementTypesGoByFormatAndSize) {
  EXPECT_EQ(elementName("?", 1), "bool");
  EXPECT_EQ(elementName("l", 8), "int64");
  EXPECT_EQ(elementName("q", 8), "int64");
  EXPECT_EQ(elementName("f", 4), "float32");
  EXPECT_DEATH(elementName("f", 8), "C size");
  EXPECT_DEATH(elementName("Zd", 16), "element types");
}

TEST(Numbers, IntegersKeepSignAndWidth) {
  EXPECT_EQ(element("b", std::int8_t{-1}), "-1");
  EXPECT_EQ(element("B", std::uint8_t{255}), "255");
  EXPECT_EQ(element("h", std::int16_t{-300}), "-300");
  EXPECT_EQ(element("H", std::uint16_t{65535}), "65535");
  EXPECT_EQ(element("i", std::int32_t{-70000}), "-70000");
  EXPECT_EQ(element("I", std::numeric_limits<std::uint32_t>::max()), "4294967295");
  EXPECT_EQ(element("l", std::numeric_limits<std::int64_t>::min()), "-9223372036854775808");
  EXPECT_EQ(element("L", std::numeric_limits<std::uint64_t>::max()), "18446744073709551615");
  EXPECT_EQ(element("?", true), "true");
  EXPECT_EQ(element("?", false), "false");
}

TEST(Numbers, FloatingElementsKeepEveryBit) {
  EXPECT_EQ(element("f", 0.1F), "0.10000000149011612");
  EXPECT_EQ(element("d", 0.1), "0.1");
  EXPECT_EQ(element("e", std::uint16_t{0x3E00}), "1.5");
  EXPECT_EQ(element("d", -0.0), "\"-0\"");
  EXPECT_EQ(element("d", 0.0), "0");
  EXPECT_EQ(element("f", std::numeric_limits<float>::infinity()), "\"inf\"");
  EXPECT_EQ(element("f", std::numeric_limits<float>::quiet_NaN()), "\"nan:7fc00000\"");
  EXPECT_EQ(element("d", std::numeric_limits<double>::quiet_NaN()), "\"nan:7ff8000000000000\"");
  EXPECT_EQ(element("e", std::uint16_t{0x7E01}), "\"nan:7e01\"");
}

}  // namespace
}  // namespace suture::lab
