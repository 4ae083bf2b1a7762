// The modes that the plain run of a program had at its probes, against those that its text says (fuzz/il's
// ModeModel). What is wrong in plain and compiled runs alike, no comparison of the two can see.
//
//   const ModeCheck check = checkModes(log, ModeModel::of(program));
//   if (check.difference) …            // "the program says [M1, M2]"
//
// What holds: number, order and classes of the modes are compared, where the text names them; and the very
// objects, where a local of the frame that was looked at has them. A probe that does not tell where it stands
// (lab.observe(), effects) and one where the text does not decide are counted and not compared.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "fuzz/batch/log_difference.h"
#include "fuzz/il/mode_model.h"

namespace suture::batch {

struct ModeCheck {
  std::uint64_t compared = 0;
  std::uint64_t placeless = 0;         ///< the probe does not tell its place
  std::vector<std::size_t> undecided;  ///< lines of the log where the text does not say it
  std::optional<LogDifference> difference;
};

ModeCheck checkModes(std::string_view log, const il::ModeModel& model);

}  // namespace suture::batch
