// What one run of one case showed.
//
//   Observation seen = Observation::ofEnding("exit status 3", out, err);
//   seen.at(Field::kOut)                         // normalised text
//
// What holds: only the rows of fields.def are compared; counts and times are not. What is set is
// normalised as it is set (normalise.h); a field that was never set is null. Every way a process can
// end is an observation, never an error of the harness.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

namespace suture::oracle {

enum class Field {
#define SUTURE_FIELD(name, key, oracle, text) name,
#include "fuzz/oracle/fields.def"
#undef SUTURE_FIELD
};

struct FieldRow {
  Field field;
  std::string_view key;
  std::string_view oracle;
  std::string_view text;
};
/// The rows of fields.def, in order.
std::span<const FieldRow> fieldRows();
const FieldRow& row(Field field);

/// How a process that ran to its end says so (Field::kEnding).
inline constexpr std::string_view kFinished = "finished";
inline constexpr std::string_view kTimeLimit = "time limit";
inline constexpr std::string_view kMemoryLimit = "memory limit";
inline constexpr std::string_view kOutputLimit = "output limit";

class Observation {
 public:
  /// A process that left no report: only its ending and its output are known.
  static Observation ofEnding(std::string ending, std::string out, std::string err);
  /// From the driver's report (a JSON object, see fuzz/driver) and the captured output.
  static Observation ofReport(const nlohmann::json& report, std::string out, std::string err);
  /// From `toJson`.
  static Observation fromJson(const nlohmann::json& stored);
  nlohmann::json toJson() const;

  const nlohmann::json& at(Field field) const { return fields_[static_cast<size_t>(field)]; }
  void set(Field field, nlohmann::json value);
  std::string ending() const;

  // Not compared.
  bool skipped = false;          ///< the unittest method said so
  std::uint64_t stops = 0;       ///< stops taken in this run
  std::uint64_t frames = 0;      ///< frames the target handled in this run
  std::uint64_t driftCalls = 0;  ///< calls a window that Field::kDrift rests on; 0: not measured
  double seconds = 0;

 private:
#define SUTURE_FIELD(name, key, oracle, text) +1
  std::array<nlohmann::json, 0
#include "fuzz/oracle/fields.def"
             >
      fields_;
#undef SUTURE_FIELD
};

}  // namespace suture::oracle
