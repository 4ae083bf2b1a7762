#include <fmt/format.h>
#include <fmt/ranges.h>

#include <pugixml.hpp>
#include <sstream>

#include "fuzz/report/formats.h"

namespace suture::report {
namespace {

void addProblem(pugi::xml_node into, const char* kind, const std::string& message,
                const std::string& text) {
  pugi::xml_node problem = into.append_child(kind);
  problem.append_attribute("message") = message.c_str();
  if (!text.empty()) problem.append_child(pugi::node_pcdata).set_value(text.c_str());
}

// XML has no way to write most control characters.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') c = '?';
  }
  return text;
}

struct Shares {
  size_t failures = 0;
  size_t skipped = 0;
  size_t errors = 0;
};

void addCase(pugi::xml_node suite, const std::string& name, const CaseSummary& summary,
             const Totals& totals, Shares& shares) {
  pugi::xml_node node = suite.append_child("testcase");
  const size_t colon = name.find(':');
  node.append_attribute("classname") = name.substr(0, colon).c_str();
  node.append_attribute("name") =
      colon == std::string::npos ? "run" : name.substr(colon + 1).c_str();
  node.append_attribute("time") = fmt::format("{:.3f}", summary.seconds).c_str();
  bool isFailure = false;
  std::string known;
  for (size_t index : summary.findings) {
    const Finding& finding = totals.findings()[index];
    const std::string message = printable(finding.signature + " | " + finding.reproduce);
    if (finding.isKnown) {
      known += (known.empty() ? "known: " : "; ") + message;
      continue;
    }
    isFailure = true;
    addProblem(node, "failure", message, printable(findingText(finding)));
  }
  if (isFailure) {
    ++shares.failures;
  } else if (!known.empty()) {
    ++shares.skipped;
    addProblem(node, "skipped", known, "");
  } else if (!summary.discarded.empty() || !summary.cannotTell.empty() || summary.skipped) {
    ++shares.skipped;
    addProblem(node, "skipped",
               !summary.discarded.empty()    ? "discarded: " + summary.discarded
               : !summary.cannotTell.empty() ? "cannot tell: " + summary.cannotTell
                                             : "the test skips itself",
               "");
  }
}

// The campaign as a whole: a gate it missed is no case's failure.
void addOutcome(pugi::xml_node suite, const Totals& totals, Shares& shares) {
  pugi::xml_node node = suite.append_child("testcase");
  node.append_attribute("classname") = "suture";
  node.append_attribute("name") = "gates";
  switch (totals.exitCode()) {
    case ExitCode::kClean:
    case ExitCode::kFinding:
    case ExitCode::kGateMissed:
      if (const auto missed = totals.missedGates(); !missed.empty()) {
        addProblem(node, "failure", fmt::format("gate missed: {}", fmt::join(missed, "; ")), "");
      }
      break;
    case ExitCode::kUsage:
    case ExitCode::kBroken:
    case ExitCode::kNothingRan:
    case ExitCode::kInterrupted:
      addProblem(node, "error", totals.verdictLine(), "");
      break;
  }
  shares.failures += node.child("failure") ? 1 : 0;
  shares.errors += node.child("error") ? 1 : 0;
}

}  // namespace

std::string summaryJunit(const Totals& totals, const Circumstances& circumstances) {
  pugi::xml_document document;
  pugi::xml_node suite = document.append_child("testsuites").append_child("testsuite");
  suite.append_attribute("name") =
      fmt::format("suture {} {}", totals.asked().target, totals.asked().breaks.text()).c_str();
  suite.append_attribute("tests") = totals.cases().size() + totals.unloadable().size() + 1;
  Shares shares;
  for (const auto& [name, summary] : totals.cases()) addCase(suite, name, summary, totals, shares);
  for (const auto& [input, why] : totals.unloadable()) {
    pugi::xml_node node = suite.append_child("testcase");
    node.append_attribute("classname") = input.c_str();
    node.append_attribute("name") = "load";
    addProblem(node, "error", printable(why), "");
    ++shares.errors;
  }
  addOutcome(suite, totals, shares);
  suite.append_attribute("failures") = shares.failures;
  suite.append_attribute("errors") = shares.errors;
  suite.append_attribute("skipped") = shares.skipped;
  suite.append_attribute("time") = fmt::format("{:.3f}", circumstances.seconds).c_str();
  std::ostringstream out;
  document.save(out, "  ");
  return out.str();
}

}  // namespace suture::report
