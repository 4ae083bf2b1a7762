#include <fmt/format.h>

#include <algorithm>

#include "fuzz/oracle/kinds.h"
#include "fuzz/oracle/signature.h"
#include "fuzz/report/formats.h"
#include "fuzz/targets/target.h"

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

// "131 executed statements (53), 20 calls (3), …": half of the programs have less, and a tenth.
std::string sizesText(const Sizes& sizes) {
  std::string text;
  for (std::size_t i = 0; i < sizeRows().size(); ++i) {
    const Spread& spread = sizes.spreads()[i];
    text += fmt::format("{}{} {} ({})", i == 0 ? "" : ", ", spread.quantile(0.5),
                        sizeRows()[i].text, spread.quantile(0.1));
  }
  return fmt::format("  sizes      median (and tenth) of {} measured: {}\n",
                     grouped(sizes.programs()), text);
}

// Of how many probes the program's own text says which modes it has there.
std::string modesText(const ModeProbes& probes) {
  const auto share = [&](std::uint64_t number) {
    return 100 * static_cast<double>(number) / static_cast<double>(probes.all());
  };
  return fmt::format(
      "  modes      of {} probes, {:.1f} % as the program's text says; {:.1f} % tell no place, of "
      "{:.1f} % it does not say\n",
      grouped(probes.all()), share(probes.compared), share(probes.placeless),
      share(probes.undecided));
}

// The numbers of a campaign over generated programs.
std::string programsText(const ProgramCounts& counts, double seconds) {
  return fmt::format("  programs   {} ({:.0f}/s), {:.1f} % valid, {} compiled runs, {} features\n",
                     grouped(counts.programs),
                     static_cast<double>(counts.programs) / std::max(0.001, seconds),
                     100 * counts.validity(), grouped(counts.runs), counts.features.size()) +
         (counts.modes.all() == 0 ? "" : modesText(counts.modes)) +
         (counts.sizes.programs() == 0 ? "" : sizesText(counts.sizes));
}

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    out += line.empty() ? "\n" : fmt::format("    {}\n", line);
    text.remove_prefix(std::min(text.size(), line.size() + 1));
  }
  return out;
}

}  // namespace

std::string findingText(const Finding& finding) {
  const oracle::Difference& difference = *finding.record.judgement.difference;
  const std::string function = finding.record.test.empty() ? "run" : finding.record.test;
  const CaseRecord& record = finding.record;
  std::string text = fmt::format("  case       {}\n", record.name());
  if (!record.variant.empty()) text += fmt::format("  run        {}\n", record.variant);
  text +=
      fmt::format("  where      {} ({})\n  plain      {}\n  {:<11}{}\n  seen       {} time{}{}{}\n",
                  difference.path, oracle::row(difference.field).text, difference.expected,
                  record.source.empty() ? "stopped" : "compiled", difference.actual,
                  finding.sightings, finding.sightings == 1 ? "" : "s",
                  record.judgement.reason == oracle::kOnce
                      ? ", once: it did not happen again in a fresh process"
                      : "",
                  record.isSequence ? ", only behind the programs before it" : "");
  if (!record.source.empty()) {
    const oracle::Kind& kind = oracle::kindOf(finding.signature);
    text += fmt::format("  kind       {}, {}\n", kind.number, kind.text);
  }
  if (!finding.partOf.empty()) {
    text += fmt::format("  cause      likely that of another: a part of the program shows {}\n",
                        finding.partOf);
  }
  if (!record.reduced.empty()) text += "  program\n" + indented(record.reduced);
  return text +
         fmt::format("  reproduce  {}\n{}\n", finding.reproduce,
                     oracle::assertionLine(record.input, record.line, function, finding.signature));
}

std::string summaryText(const Totals& totals, const Circumstances& circumstances) {
  const Counts& counts = totals.counts();
  std::string text;
  size_t number = 0;
  for (const Finding& finding : totals.findings()) {
    text += fmt::format("\n{}finding {} of {}{}\n{}", finding.isKnown ? "known " : "", ++number,
                        totals.findings().size(), finding.issue.empty() ? "" : ": " + finding.issue,
                        findingText(finding));
  }
  text += fmt::format("\nsuture: target {}, breaks {}, seed {}, CPython {}, {:.1f} s, {} jobs\n",
                      totals.asked().target, totals.asked().breaks.text(), totals.asked().seed,
                      circumstances.python, circumstances.seconds, circumstances.jobs);
  if (totals.programs().programs > 0) {
    text += programsText(totals.programs(), circumstances.seconds);
  }
  const bool isGenerated = totals.programs().programs > 0;
  if (!isGenerated || totals.inputs() > 0) {
    const auto ofInputs = std::ranges::count_if(totals.cases(), [&](const auto& one) {
      return !isGenerated || !one.first.starts_with("generated:");
    });
    text += fmt::format("  cases      {} in {} inputs\n",
                        grouped(static_cast<std::uint64_t>(ofInputs)), grouped(totals.inputs()));
  }
  text += fmt::format(
      "  {:<11}{}: {} same ({} skipped), {} differ ({} tolerated), {} discarded, "
      "{} cannot tell\n",
      isGenerated ? "verdicts" : "runs", grouped(counts.runs), grouped(counts.same),
      grouped(counts.skipped), grouped(counts.differs), grouped(counts.tolerated),
      grouped(counts.discarded), grouped(counts.cannotTell));
  const bool isForeign = !targets::takesStops(*targets::find(totals.asked().target));
  text += isForeign ? fmt::format("  breaks     {} in {} compiled frames, {} left to CPython\n",
                                  grouped(counts.stops), grouped(counts.frames),
                                  grouped(totals.programs().left))
                    : fmt::format("  stops      {} in {} frames\n", grouped(counts.stops),
                                  grouped(counts.frames));
  text += listed("not loaded", totals.unloadable());
  text += listed("unclear", totals.unclear());
  if (!circumstances.store.empty()) text += fmt::format("  store      {}\n", circumstances.store);
  return text + totals.verdictLine() + "\n";
}

}  // namespace suture::report
