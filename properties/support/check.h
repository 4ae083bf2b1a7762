// Laws checked by RapidCheck, from a fixed seed and of a size that ctest has time for.
//
//   bool holds = check("what must hold", 100, [] { … RC_ASSERT(…); });
//   const Bytes bytes = *drawnBytes(300);
//
// RC_PARAMS in the environment overrides the seed (and replays a failure: the line is printed);
// SUTURE_PROPERTY_SCALE multiplies the number of cases.
#pragma once

#include <rapidcheck.h>

#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

namespace suture::properties {

using Bytes = std::vector<std::uint8_t>;

/// Exactly so many bytes, of full range whatever RapidCheck's size; they shrink towards zero.
inline rc::Gen<Bytes> drawnBytes(std::size_t count) {
  return rc::gen::resize(rc::kNominalSize,
                         rc::gen::container<Bytes>(count, rc::gen::arbitrary<std::uint8_t>()));
}

/// A number from 0 to bound - 1, evenly whatever RapidCheck's size.
inline rc::Gen<int> drawnBelow(int bound) {
  return rc::gen::resize(rc::kNominalSize, rc::gen::inRange(0, bound));
}

/// The number in a variable of the environment, at least 1; `usual` without the variable. Anything else in it
/// ends the program with a message: a proof that is not as long as was asked for is none.
int numberFrom(const char* variable, int usual);

/// RapidCheck's parameters for so many cases, as the environment has it.
rc::detail::TestParams parameters(int cases);

template <class Law>
bool check(const std::string& law, int cases, const Law& body) {
  rc::detail::TestMetadata metadata;
  metadata.id = law;
  metadata.description = law;
  const auto result = rc::detail::checkTestable(body, metadata, parameters(cases));
  rc::detail::printResultMessage(result, std::cerr);
  std::cerr << "\n";
  return result.template is<rc::detail::SuccessResult>();
}

}  // namespace suture::properties
