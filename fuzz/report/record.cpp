#include "fuzz/report/record.h"

#include <algorithm>

#include "core/py/check.h"

namespace suture::report {
namespace {

using nlohmann::json;
using oracle::Difference;

json stored(const Difference& difference) {
  return {{"field", oracle::row(difference.field).key},
          {"path", difference.path},
          {"plain", difference.expected},
          {"stopped", difference.actual}};
}

Difference difference(const json& from) {
  const auto rows = oracle::fieldRows();
  const auto found = std::ranges::find(rows, from.at("field").get<std::string>(),
                                       [](const auto& row) { return std::string(row.key); });
  SUTURE_CHECK(found != rows.end(), "a stored difference names a field");
  return {found->field, from.at("path"), from.at("plain"), from.at("stopped")};
}

}  // namespace

json CaseRecord::toJson() const {
  json made = {{"input", input},
               {"test", test},
               {"line", line},
               {"round", round},
               {"seed", seed},
               {"verdict", oracle::name(judgement.verdict)},
               {"reason", judgement.reason},
               {"skipped", skipped},
               {"stops", stops},
               {"frames", frames},
               {"seconds", seconds}};
  if (judgement.difference) made["difference"] = stored(*judgement.difference);
  if (!source.empty()) {
    made["signature"] = signature;
    made["breaks"] = breaks;
    made["variant"] = variant;
    made["seen by"] = seenBy;
    made["program"] = source;
    made["reduced"] = reduced;
    made["sequence"] = isSequence;
    made["rows"] = rows;
  }
  if (!plain.is_null()) made["observed plain"] = plain;
  if (!stopped.is_null()) made["observed stopped"] = stopped;
  return made;
}

CaseRecord CaseRecord::fromJson(const json& from) {
  CaseRecord made;
  made.input = from.at("input");
  made.test = from.at("test");
  made.line = from.at("line");
  made.round = from.at("round");
  made.seed = from.at("seed");
  made.judgement.verdict = oracle::verdictNamed(from.at("verdict").get<std::string>());
  made.judgement.reason = from.at("reason");
  made.skipped = from.at("skipped");
  made.stops = from.at("stops");
  made.frames = from.at("frames");
  made.seconds = from.at("seconds");
  if (const auto found = from.find("difference"); found != from.end()) {
    made.judgement.difference = difference(*found);
  }
  made.signature = from.value("signature", "");
  made.breaks = from.value("breaks", "");
  made.variant = from.value("variant", "");
  made.seenBy = from.value("seen by", std::vector<std::string>());
  made.source = from.value("program", "");
  made.reduced = from.value("reduced", "");
  made.isSequence = from.value("sequence", false);
  made.rows = from.value("rows", std::vector<std::string>());
  made.plain = from.value("observed plain", json());
  made.stopped = from.value("observed stopped", json());
  return made;
}

}  // namespace suture::report
