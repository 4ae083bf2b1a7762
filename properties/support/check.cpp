#include "properties/support/check.h"

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "core/py/check.h"

namespace suture::properties {
namespace {

constexpr const char* kSeed = "seed=20110911";

}  // namespace

int numberFrom(const char* variable, int usual) {
  const char* given = std::getenv(variable);
  if (given == nullptr) return usual;
  const std::string_view text = given;
  int number = 0;
  const auto [end, error] = std::from_chars(text.begin(), text.end(), number);
  const bool isNumber = error == std::errc() && end == text.end() && number > 0;
  if (!isNumber) std::cerr << variable << "=" << text << " is no number of 1 or more\n";
  SUTURE_CHECK(isNumber, "a variable of the environment is a number of 1 or more");
  return number;
}

rc::detail::TestParams parameters(int cases) {
  setenv("RC_PARAMS", kSeed, 0);  // read once, at the first use of the configuration
  rc::detail::TestParams chosen = rc::detail::configuration().testParams;
  chosen.maxSuccess = cases * numberFrom("SUTURE_PROPERTY_SCALE", 1);
  return chosen;
}

}  // namespace suture::properties
