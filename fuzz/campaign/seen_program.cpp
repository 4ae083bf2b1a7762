#include "fuzz/campaign/seen_program.h"

#include <Python.h>

#include <algorithm>

#include "core/py/check.h"
#include "fuzz/batch/log_lines.h"
#include "fuzz/driver/driver.h"

namespace suture::campaign {
namespace {

using nlohmann::json;
using oracle::Difference;
using oracle::Field;

std::string lineOf(std::string_view log, std::optional<std::size_t> number) {
  return number ? std::string(batch::logLines(log).at(*number)) : "nothing";
}

json suspicionToJson(const batch::Suspicion& suspicion) {
  const batch::LogDifference& difference = suspicion.difference;
  return {{"key", oracle::row(difference.field).key},
          {"path", difference.path},
          {"expected", difference.expected},
          {"actual", difference.actual},
          {"signature", suspicion.signature()},
          {"site", suspicion.site()},
          {"subject", difference.subject()},
          {"variant", suspicion.variant.text()},
          {"stops", suspicion.variant.stops.text()},
          {"seen by", suspicion.seenBy},
          {"plain line", lineOf(suspicion.plain, difference.line)},
          {"other line", lineOf(suspicion.log, difference.otherLine)}};
}

Difference differenceFrom(const json& stored) {
  const auto rows = oracle::fieldRows();
  const auto found = std::ranges::find(rows, stored.at("key").get<std::string>(),
                                       [](const auto& row) { return std::string(row.key); });
  SUTURE_CHECK(found != rows.end(), "a suspicion names a field");
  return {found->field, stored.at("path"), stored.at("expected"), stored.at("actual")};
}

}  // namespace

py::Result<TargetCounts> countedBy(targets::Target& target) {
  auto counters = target.counters();
  if (!counters) return std::move(counters).error();
  auto read = py::take(PyObject_CallNoArgs(counters->get()));
  if (!read) return std::move(read).error();
  unsigned long long stops = 0;
  unsigned long long frames = 0;
  unsigned long long left = 0;
  if (PyArg_ParseTuple(read->get(), "KK|K", &stops, &frames, &left) == 0) return py::Error::take();
  return TargetCounts{stops, frames, left};
}

json told(const batch::Judged& judged, const TargetCounts& counted) {
  json told = {{"stops", counted.stops}, {"frames", counted.frames}, {"left", counted.left}};
  if (judged.suspicion) told["suspicion"] = suspicionToJson(*judged.suspicion);
  return told;
}

json toldStable(bool isStable) { return {{"stable", isStable}}; }

json toldRefused(py::Error error) { return {{"refused", driver::inOneLine(std::move(error))}}; }

json toldBroken(py::Error error) { return {{"broken", driver::inOneLine(std::move(error))}}; }

SeenProgram seenIn(const ChildEnd& end) {
  SeenProgram seen;
  if (!end.report) {
    seen.ending = end.ending;
    seen.difference =
        Difference{Field::kEnding, "ending", std::string(oracle::kFinished), end.ending};
    seen.signature = "O8 ending: " + end.ending;
    seen.seenBy = {"O8"};
    return seen;
  }
  const json told = json::parse(*end.report);
  if (const auto why = told.find("broken"); why != told.end()) seen.broken = *why;
  if (const auto why = told.find("refused"); why != told.end()) seen.refused = *why;
  seen.isStable = told.value("stable", true);
  seen.counted.stops = told.value("stops", std::uint64_t{0});
  seen.counted.frames = told.value("frames", std::uint64_t{0});
  seen.counted.left = told.value("left", std::uint64_t{0});
  if (const auto found = told.find("suspicion"); found != told.end()) {
    seen.difference = differenceFrom(*found);
    seen.signature = found->at("signature");
    seen.site = found->at("site");
    seen.subject = found->at("subject");
    seen.variant = found->at("variant");
    seen.stops = found->at("stops");
    seen.seenBy = found->at("seen by").get<std::vector<std::string>>();
    seen.plainLine = found->at("plain line");
    seen.otherLine = found->at("other line");
  }
  return seen;
}

}  // namespace suture::campaign
