#include "fuzz/oracle/observation.h"

#include <utility>

#include "fuzz/oracle/normalise.h"

namespace suture::oracle {
namespace {

constexpr FieldRow kRows[] = {
#define SUTURE_FIELD(name, key, oracle, text) {Field::name, key, oracle, text},
#include "fuzz/oracle/fields.def"
#undef SUTURE_FIELD
};

}  // namespace

std::span<const FieldRow> fieldRows() { return kRows; }
const FieldRow& row(Field field) { return kRows[static_cast<size_t>(field)]; }

void Observation::set(Field field, nlohmann::json value) {
  normaliseAll(value);
  fields_[static_cast<size_t>(field)] = std::move(value);
}

std::string Observation::ending() const {
  const nlohmann::json& value = at(Field::kEnding);
  return value.is_string() ? value.get<std::string>() : std::string();
}

Observation Observation::ofEnding(std::string ending, std::string out, std::string err) {
  Observation made;
  made.set(Field::kEnding, std::move(ending));
  made.set(Field::kOut, std::move(out));
  made.set(Field::kErr, std::move(err));
  return made;
}

Observation Observation::ofReport(const nlohmann::json& report, std::string out, std::string err) {
  Observation made =
      ofEnding(report.value("ending", std::string(kFinished)), std::move(out), std::move(err));
  for (const FieldRow& field : fieldRows()) {
    if (auto found = report.find(field.key); found != report.end()) made.set(field.field, *found);
  }
  made.skipped = report.value("skipped", false);
  made.stops = report.value("stops", std::uint64_t{0});
  made.frames = report.value("frames", std::uint64_t{0});
  made.driftCalls = report.value("drift_calls", std::uint64_t{0});
  made.seconds = report.value("seconds", 0.0);
  return made;
}

nlohmann::json Observation::toJson() const {
  nlohmann::json stored = {{"skipped", skipped},
                           {"stops", stops},
                           {"frames", frames},
                           {"seconds", seconds},
                           {"drift_calls", driftCalls}};
  for (const FieldRow& field : fieldRows()) stored[std::string(field.key)] = at(field.field);
  return stored;
}

Observation Observation::fromJson(const nlohmann::json& stored) {
  return ofReport(stored, stored.value("stdout", ""), stored.value("stderr", ""));
}

}  // namespace suture::oracle
