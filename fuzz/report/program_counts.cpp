#include "fuzz/report/program_counts.h"

#include <algorithm>

namespace suture::report {

using nlohmann::json;

void ModeProbes::add(const ModeProbes& other) {
  compared += other.compared;
  placeless += other.placeless;
  undecided += other.undecided;
}

void ProgramCounts::add(const ProgramCounts& other) {
  programs += other.programs;
  valid += other.valid;
  same += other.same;
  runs += other.runs;
  stops += other.stops;
  frames += other.frames;
  left += other.left;
  for (std::size_t i = 0; i < withRow.size(); ++i) {
    withRow[i] += other.withRow[i];
    validWithRow[i] += other.validWithRow[i];
  }
  features.insert(other.features.begin(), other.features.end());
  modes.add(other.modes);
  sizes.add(other.sizes);
}

double ProgramCounts::validity() const {
  return static_cast<double>(valid) / static_cast<double>(std::max<std::uint64_t>(1, programs));
}

json ProgramCounts::toJson() const {
  return {{"programs", programs},
          {"valid", valid},
          {"same", same},
          {"runs", runs},
          {"stops", stops},
          {"frames", frames},
          {"left", left},
          {"with row", withRow},
          {"valid with row", validWithRow},
          {"features", features},
          {"mode probes", {modes.compared, modes.placeless, modes.undecided}},
          {"sizes", sizes.toJson()}};
}

ProgramCounts ProgramCounts::fromJson(const json& stored) {
  ProgramCounts counts;
  counts.programs = stored.at("programs");
  counts.valid = stored.at("valid");
  counts.same = stored.at("same");
  counts.runs = stored.at("runs");
  counts.stops = stored.at("stops");
  counts.frames = stored.at("frames");
  counts.left = stored.at("left");
  counts.withRow = stored.at("with row");
  counts.validWithRow = stored.at("valid with row");
  counts.features = stored.at("features").get<std::set<std::uint32_t>>();
  const json& probes = stored.at("mode probes");
  counts.modes = {probes.at(0), probes.at(1), probes.at(2)};
  counts.sizes = Sizes::fromJson(stored.at("sizes"));
  return counts;
}

}  // namespace suture::report
