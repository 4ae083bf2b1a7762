#include "fuzz/report/run_line.h"

#include <fmt/format.h>

namespace suture::report {

std::string shellWord(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,=+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string quoted = "'";
  for (char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string reproduceLine(const Asked& asked, const CaseRecord& record) {
  std::string line = "suture repro";
  if (asked.target != "core") line += " --target " + shellWord(asked.target);
  const bool isGenerated = record.input.starts_with("generated:");
  const bool isAsAsked = isGenerated || record.breaks.empty();
  line += " --breaks " + (isAsAsked ? asked.breaks.text() : record.breaks);
  if (asked.breaks.kind == targets::BreakPolicy::Kind::kRandom || !record.source.empty()) {
    line += fmt::format(" --seed {}", isGenerated ? asked.seed : record.seed);
  }
  if (!asked.scope.empty()) line += " --scope " + asked.scope;
  if (!asked.fault.empty()) line += " --fault " + shellWord(asked.fault);
  if (!asked.oracles.empty()) line += " --oracles " + asked.oracles;
  if (asked.timeout != Asked::kTimeout) line += fmt::format(" --timeout {}", asked.timeout);
  if (asked.memory != Asked::kMemory) line += fmt::format(" --memory {}", asked.memory);
  if (asked.driftCalls) line += fmt::format(" --drift-calls {}", *asked.driftCalls);
  if (record.test.empty()) return line + " " + shellWord(record.input);
  return line + " --case " + shellWord(record.test) + " cpython-tests:" + record.input;
}

}  // namespace suture::report
