#include <nlohmann/json.hpp>

#include "fuzz/oracle/kinds.h"
#include "fuzz/report/formats.h"

namespace suture::report {

using nlohmann::json;

namespace {

json medians(const Sizes& sizes) {
  json made = json::object();
  for (std::size_t i = 0; i < sizeRows().size(); ++i) {
    made[std::string(sizeRows()[i].text)] = sizes.spreads()[i].quantile(0.5);
  }
  return made;
}

}  // namespace

std::string summaryJson(const Totals& totals, const Circumstances& circumstances) {
  const Counts& counts = totals.counts();
  json findings = json::array();
  for (const Finding& finding : totals.findings()) {
    json one = finding.record.toJson();
    one["signature"] = finding.signature;
    one["kind"] = oracle::kindOf(finding.signature).number;
    one["reproduce"] = finding.reproduce;
    one["sightings"] = finding.sightings;
    one["further"] = finding.further;
    if (!finding.partOf.empty()) one["part of"] = finding.partOf;
    one["known"] = finding.isKnown;
    one["issue"] = finding.issue;
    findings.push_back(std::move(one));
  }
  const json all = {
      {"target", totals.asked().target},
      {"breaks", totals.asked().breaks.text()},
      {"seed", totals.asked().seed},
      {"fault", totals.asked().fault},
      {"python", circumstances.python},
      {"seconds", circumstances.seconds},
      {"jobs", circumstances.jobs},
      {"inputs", totals.inputs()},
      {"cases", totals.cases().size()},
      {"runs", counts.runs},
      {"verdicts",
       {{"same", counts.same},
        {"differs", counts.differs},
        {"discarded", counts.discarded},
        {"cannot tell", counts.cannotTell}}},
      {"tolerated", counts.tolerated},
      {"skipped", counts.skipped},
      {"programs",
       {{"count", totals.programs().programs},
        {"valid", totals.programs().valid},
        {"compiled runs", totals.programs().runs},
        {"features", totals.programs().features.size()},
        {"mode probes",
         {{"compared", totals.programs().modes.compared},
          {"placeless", totals.programs().modes.placeless},
          {"undecided", totals.programs().modes.undecided}}},
        {"measured", totals.programs().sizes.programs()},
        {"medians", medians(totals.programs().sizes)}}},
      {"stops", counts.stops},
      {"frames", counts.frames},
      {"not loaded", totals.unloadable()},
      {"unclear", totals.unclear()},
      {"missed gates", totals.missedGates()},
      {"findings", findings},
      {"exit code", static_cast<int>(totals.exitCode())},
      {"outcome", totals.verdictLine()},
  };
  return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace suture::report
