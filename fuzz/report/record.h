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
#include <vector>

#include "fuzz/oracle/verdict.h"

namespace suture::report {

struct CaseRecord {
  std::string input;  ///< as the user named it: a path, "test_grammar", "generated:7"
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
  // Of a generated program that differs; empty for all others.
  std::string signature = {};            ///< instead of the one made of the case's name
  std::string breaks = {};               ///< where it is stopped, if not where the campaign says
  std::string variant = {};              ///< the run that differed: breaks and stops
  std::vector<std::string> seenBy = {};  ///< the oracles that see it, each looking alone
  std::string source = {};               ///< the program as it was generated
  std::string reduced = {};              ///< the same made small, where that was tried
  bool isSequence = false;               ///< it differs only behind the programs before it
  std::vector<std::string> rows = {};    ///< of weights.def that it was generated with

  /// "a.py" or "test_grammar:GrammarTests.test_x".
  std::string name() const { return test.empty() ? input : input + ":" + test; }

  nlohmann::json toJson() const;
  static CaseRecord fromJson(const nlohmann::json& stored);
};

}  // namespace suture::report
