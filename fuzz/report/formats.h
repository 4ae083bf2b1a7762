// Totals as reports: text for a terminal, JSON, JUnit XML. Every finding has its reproduce line in
// each of them.
#pragma once

#include <string>

#include "fuzz/report/totals.h"

namespace suture::report {

struct Circumstances {
  double seconds = 0;
  int jobs = 1;
  std::string python;      ///< "3.11.2"
  std::string store = {};  ///< where the campaign is kept, in words
};

/// A finding as a person reads it, ending in the glibc-style assertion line.
std::string findingText(const Finding& finding);
std::string summaryText(const Totals& totals, const Circumstances& circumstances);
std::string summaryJson(const Totals& totals, const Circumstances& circumstances);
std::string summaryJunit(const Totals& totals, const Circumstances& circumstances);

}  // namespace suture::report
