// The laws of laws.h at the size ctest has time for.
#include "properties/frame/laws.h"

#include <gtest/gtest.h>

namespace suture::properties {
namespace {

TEST(Property, WrittenStateEqualsReachedState) { EXPECT_TRUE(writtenStateEqualsReachedState(400)); }
TEST(Property, WrittenStateEqualsReachedStateInTheLibrary) {
  EXPECT_TRUE(writtenStateEqualsReachedStateInTheLibrary(2));
}

TEST(Property, RaiseAtEveryStop) { EXPECT_TRUE(raiseAtEveryStop(400)); }

TEST(Property, PendingStates) { EXPECT_TRUE(pendingStates(400)); }
TEST(Property, GeneratorsAsOfNthYield) { EXPECT_TRUE(generatorsAsOfNthYield(3000)); }
TEST(Property, StoppingAnywhereChangesNothing) { EXPECT_TRUE(stoppingAnywhereChangesNothing(400)); }
TEST(Property, CorpusStoppedAnywhere) { EXPECT_TRUE(corpusStoppedAnywhere(2)); }

TEST(Property, NoReferenceGainedOrLost) { EXPECT_TRUE(noReferenceGainedOrLost(40)); }
TEST(Property, LifetimesAreThePlainOnes) { EXPECT_TRUE(lifetimesAreThePlainOnes(400)); }

TEST(Property, ThatHasSeenNothingDoesNotHold) {
  EXPECT_FALSE(writtenStateEqualsReachedState(0));
  EXPECT_FALSE(writtenStateEqualsReachedStateInTheLibrary(0));
  EXPECT_FALSE(raiseAtEveryStop(0));
  EXPECT_FALSE(pendingStates(0));
  EXPECT_FALSE(generatorsAsOfNthYield(0));
  EXPECT_FALSE(stoppingAnywhereChangesNothing(0));
  EXPECT_FALSE(corpusStoppedAnywhere(0));
  EXPECT_FALSE(noReferenceGainedOrLost(0));
  EXPECT_FALSE(lifetimesAreThePlainOnes(0));
}

}  // namespace
}  // namespace suture::properties
