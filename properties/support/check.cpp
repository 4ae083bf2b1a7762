#include "properties/support/check.h"

#include <cstdlib>

namespace suture::properties {
namespace {

constexpr const char* kSeed = "seed=20110911";

int scale() {
  const char* text = std::getenv("SUTURE_PROPERTY_SCALE");
  const int times = text == nullptr ? 1 : std::atoi(text);
  return times > 0 ? times : 1;
}

}  // namespace

rc::detail::TestParams parameters(int cases) {
  setenv("RC_PARAMS", kSeed, 0);  // read once, at the first use of the configuration
  rc::detail::TestParams chosen = rc::detail::configuration().testParams;
  chosen.maxSuccess = cases * scale();
  return chosen;
}

}  // namespace suture::properties
