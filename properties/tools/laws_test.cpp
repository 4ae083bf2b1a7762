#include "properties/tools/laws.h"

#include <gtest/gtest.h>

namespace suture::properties {
namespace {

TEST(Property, ToolsHearWhatTheyHearPlain) { EXPECT_TRUE(toolsHearWhatTheyHearPlain(100)); }
TEST(Property, ThatHasSeenNoToolDoesNotHold) { EXPECT_FALSE(toolsHearWhatTheyHearPlain(0)); }

}  // namespace
}  // namespace suture::properties
