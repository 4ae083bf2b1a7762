// A small choice of programs that meets all situations any of them meets (features.h).
//
//   for (std::size_t kept : distilled(candidates)) …    // indices, in the order they were given
//
// What holds: no program of the choice could be left out. The same candidates give the same choice; of
// two that are as good the shorter one, then the one given first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <vector>

namespace suture::batch {

struct Candidate {
  std::set<std::uint32_t> features;
  std::size_t length = 0;  ///< of its text
};

std::vector<std::size_t> distilled(std::span<const Candidate> candidates);

}  // namespace suture::batch
