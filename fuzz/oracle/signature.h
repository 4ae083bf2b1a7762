// What two sightings of one bug have in common, and the last line printed for a finding.
//
//   signature(difference, "GrammarTests.test_x")   "O1 exception.traceback.line in test_x"
//
// A signature has the oracle, the place of the difference without indices or lines, and for
// exceptions and endings what was there instead; never addresses, paths or line numbers.
#pragma once

#include <string>
#include <string_view>

#include "fuzz/oracle/compare.h"

namespace suture::oracle {

std::string signature(const Difference& difference, std::string_view caseName);

/// ``file:line: function: Assertion `signature' failed.``, the form fuzzing infrastructure reads.
std::string assertionLine(std::string_view file, int line, std::string_view function,
                          std::string_view signature);

}  // namespace suture::oracle
