// What a child saw of one program, on its way to the worker that asked: the child tells it as JSON, the
// worker reads it, or how the child ended instead.
//
//   return told(*judged, *countedBy(target));       // in the child, dumped
//   const SeenProgram seen = seenIn(end);           // in the worker
//   if (seen.shows()) … seen.signature
//
// What holds: a child that said nothing has an ending, which is what it shows.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/py/error.h"
#include "fuzz/batch/judge.h"
#include "fuzz/campaign/process.h"

namespace suture::campaign {

/// What the target counts in a process.
struct TargetCounts {
  std::uint64_t stops = 0;
  std::uint64_t frames = 0;
  std::uint64_t left = 0;  ///< frames that it looked at and left to CPython
};
py::Result<TargetCounts> countedBy(targets::Target& target) SUTURE_RUNS_PYTHON;

struct SeenProgram {
  std::optional<std::string> broken;   ///< why the harness could not judge it
  std::optional<std::string> refused;  ///< why the text is no program: compiles not, has no run()
  bool isStable = true;                ///< two plain runs look the same
  std::string ending;                  ///< of a child that was ended before it told anything
  std::optional<oracle::Difference> difference;
  std::string signature, variant, stops, plainLine, otherLine;
  std::string site, subject;        ///< what signatureAt() takes; no site: the signature has none
  std::vector<std::string> seenBy;  ///< oracles, each looking alone
  TargetCounts counted;

  bool shows() const { return difference.has_value(); }
};

nlohmann::json told(const batch::Judged& judged, const TargetCounts& counted);
nlohmann::json toldStable(bool isStable);
nlohmann::json toldRefused(py::Error error) SUTURE_RUNS_PYTHON;
nlohmann::json toldBroken(py::Error error) SUTURE_RUNS_PYTHON;

SeenProgram seenIn(const ChildEnd& end);

}  // namespace suture::campaign
