#include <fmt/format.h>

#include "fuzz/oracle/signature.h"
#include "fuzz/report/formats.h"

namespace suture::report {
namespace {

constexpr size_t kListed = 10;

// 1234567 as 1,234,567.
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<size_t>(at), ",");
  }
  return digits;
}

std::string listed(std::string_view title, const std::map<std::string, std::string>& items) {
  std::string text;
  size_t count = 0;
  for (const auto& [name, why] : items) {
    if (++count > kListed) {
      text += fmt::format("  {:<11}and {} more\n", "", items.size() - kListed);
      break;
    }
    text += fmt::format("  {:<11}{}: {}\n", count == 1 ? title : "", name, why);
  }
  return text;
}

}  // namespace

std::string findingText(const Finding& finding) {
  const oracle::Difference& difference = *finding.record.judgement.difference;
  const std::string function = finding.record.test.empty() ? "run" : finding.record.test;
  return fmt::format(
      "  case       {}\n  where      {} ({})\n  plain      {}\n  stopped    {}\n"
      "  seen       {} time{}{}\n  reproduce  {}\n{}\n",
      finding.record.name(), difference.path, oracle::row(difference.field).text,
      difference.expected, difference.actual, finding.sightings, finding.sightings == 1 ? "" : "s",
      finding.record.judgement.reason == oracle::kOnce
          ? ", once: it did not happen again in a fresh process"
          : "",
      finding.reproduce,
      oracle::assertionLine(finding.record.input, finding.record.line, function,
                            finding.signature));
}

std::string summaryText(const Totals& totals, const Circumstances& circumstances) {
  const Counts& counts = totals.counts();
  std::string text;
  size_t number = 0;
  for (const Finding& finding : totals.findings()) {
    text += fmt::format("\nfinding {} of {}\n{}", ++number, totals.findings().size(),
                        findingText(finding));
  }
  text += fmt::format("\nsuture: target {}, breaks {}, seed {}, CPython {}, {:.1f} s, {} jobs\n",
                      totals.asked().target, totals.asked().breaks.text(), totals.asked().seed,
                      circumstances.python, circumstances.seconds, circumstances.jobs);
  text += fmt::format("  cases      {} in {} inputs\n", grouped(totals.cases().size()),
                      grouped(totals.inputs()));
  text += fmt::format(
      "  runs       {}: {} same ({} skipped), {} differ ({} tolerated), {} discarded, "
      "{} cannot tell\n",
      grouped(counts.runs), grouped(counts.same), grouped(counts.skipped), grouped(counts.differs),
      grouped(counts.tolerated), grouped(counts.discarded), grouped(counts.cannotTell));
  text +=
      fmt::format("  stops      {} in {} frames\n", grouped(counts.stops), grouped(counts.frames));
  text += listed("not loaded", totals.unloadable());
  text += listed("unclear", totals.unclear());
  return text + totals.verdictLine() + "\n";
}

}  // namespace suture::report
