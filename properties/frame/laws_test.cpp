// The laws of laws.h at the size ctest has time for.
#include "properties/frame/laws.h"

#include <gtest/gtest.h>

namespace suture::properties {
namespace {

TEST(Property, WrittenStateEqualsReachedState) { EXPECT_TRUE(writtenStateEqualsReachedState(300)); }
TEST(Property, WrittenStateEqualsReachedStateInTheLibrary) {
  EXPECT_TRUE(writtenStateEqualsReachedStateInTheLibrary(2));
}

TEST(Property, RaiseAtEveryStop) { EXPECT_TRUE(raiseAtEveryStop(400)); }

}  // namespace
}  // namespace suture::properties
