#include "properties/support/check.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace suture::properties {
namespace {

constexpr const char* kVariable = "SUTURE_NUMBER_OF_A_TEST";

TEST(NumberFrom, IsWhatTheEnvironmentSays) {
  unsetenv(kVariable);
  EXPECT_EQ(numberFrom(kVariable, 7), 7);
  setenv(kVariable, "12", 1);
  EXPECT_EQ(numberFrom(kVariable, 7), 12);
}

TEST(NumberFrom, RefusesWhatIsNoNumber) {
  for (const char* text : {"", "0", "-3", "12x", "x", "99999999999"}) {
    setenv(kVariable, text, 1);
    EXPECT_DEATH(numberFrom(kVariable, 7), "SUTURE_NUMBER_OF_A_TEST=.* is no number of 1 or more")
        << text;
  }
}

}  // namespace
}  // namespace suture::properties
