// What generated programs must come to over a campaign: validity, of each row of the generator too, and
// size (sizes.def).
//
//   for (const std::string& gate : missedBy(counts)) …   // "94.5 % of the programs are valid, …"
//
// What holds: a share or a median says nothing until enough programs are behind it.
#pragma once

#include <string>
#include <vector>

#include "fuzz/report/program_counts.h"

namespace suture::report {

/// Each a sentence.
std::vector<std::string> missedBy(const ProgramCounts& counts);

}  // namespace suture::report
