// Which situations a plain run met, as numbers: the domain features that tell how much of the space a
// campaign has seen.
//
//   for (std::uint32_t feature : featuresOf(log)) seen.insert(feature);
//
// A feature is one combination of: kind of probe, how many modes are active, how many live temporaries
// and NULL slots the caller has, whether an exception is handled, how deep the calls are.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>

namespace suture::batch {

std::set<std::uint32_t> featuresOf(std::string_view log);

}  // namespace suture::batch
