// One judged run of one case, as it travels from a worker to the campaign and into reports.
//
//   CaseRecord record = CaseRecord::fromJson(json::parse(line));
//
// What holds: the observations are kept only where the verdict is not "same".
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "fuzz/oracle/verdict.h"

namespace suture::report {

struct CaseRecord {
  std::string input;  ///< as the user named it: a path, or "test_grammar"
  std::string test;   ///< of a test method: "GrammarTests.test_x"; empty for programs
  int line = 1;       ///< where the case is defined
  std::uint64_t round = 0;
  std::uint64_t seed = 0;  ///< of the break policy in this run
  oracle::Judgement judgement;
  bool skipped = false;
  std::uint64_t stops = 0;
  std::uint64_t frames = 0;
  double seconds = 0;
  nlohmann::json plain;
  nlohmann::json stopped;

  /// "a.py" or "test_grammar:GrammarTests.test_x".
  std::string name() const { return test.empty() ? input : input + ":" + test; }

  nlohmann::json toJson() const;
  static CaseRecord fromJson(const nlohmann::json& stored);
};

}  // namespace suture::report
