#include "fuzz/batch/judge.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "core/py/faults.h"
#include "fuzz/batch/log_lines.h"
#include "fuzz/il/text.h"

namespace suture::batch {
namespace {

constexpr std::string_view kNoGain = "{}";
constexpr std::string_view kSeesDrift = "O7";
constexpr std::string_view kSeesModes = "O2";

bool isInSameCall(std::string_view log, std::size_t from, std::size_t to) {
  const std::vector<std::string_view> lines = logLines(log);
  return from <= to && std::none_of(lines.begin() + static_cast<std::ptrdiff_t>(from),
                                    lines.begin() + static_cast<std::ptrdiff_t>(to),
                                    [](auto line) { return line.starts_with("{\"call\":"); });
}

// Who has other modes than the program's text says, right where another way was taken or before the call has
// ended, took that way because of them. Where the text does not say it: who has lost one.
void blameModes(LogDifference& difference, std::string_view plain, std::string_view other,
                const il::ModeModel& modes) {
  const bool mayFollow =
      difference.field == oracle::Field::kValues || difference.field == oracle::Field::kFrame;
  if (!mayFollow || !difference.otherLine) return;
  const ModeCheck check = checkModes(other, modes);
  std::optional<LogDifference> wrong = check.difference;
  if (wrong && !isInSameCall(other, *difference.otherLine, *wrong->otherLine)) wrong.reset();
  if (!wrong) {
    wrong = lostMode(plain, other, difference);
    if (wrong && !std::ranges::binary_search(check.undecided, *wrong->otherLine)) wrong.reset();
  }
  if (!wrong) return;
  difference.field = oracle::Field::kModes;
  difference.kind = "modes";
  difference.path = "modes length";
  difference.expected = wrong->expected;
  difference.actual = wrong->actual;
  difference.otherLine = wrong->otherLine;
}

// The type of an exception that a call raised and that no program plans: the compiler's own.
std::string unplannedIn(std::string_view line) {
  constexpr std::string_view kRaised = "{\"call\":[\"raised\"";
  if (!line.starts_with(kRaised)) return "";
  const std::string_view raised = line.substr(0, line.find(",\"heap\":"));
  if (raised.find("planned") != std::string_view::npos) return "";
  const nlohmann::json outcome = nlohmann::json::parse(line).at("call").at(1);
  return outcome.is_array() && outcome.size() > 1 && outcome[1].is_string() ? outcome[1] : "";
}

}  // namespace

bool isValid(std::string_view log) {
  bool ended = false;
  bool planned = true;
  for (const std::string_view line : logLines(log)) {
    if (line.starts_with("{\"call\":[\"raised\"")) {
      const std::string_view raised = line.substr(0, line.find(",\"heap\":"));
      planned = planned && raised.find("planned") != std::string_view::npos;
    }
    ended = ended || line.starts_with("{\"end\":[\"returned\"");
  }
  return ended && planned;
}

std::vector<int> breaksPassed(std::string_view log) {
  constexpr std::string_view kBreak = "{\"brk\":";
  std::vector<int> numbers;
  for (const std::string_view line : logLines(log)) {
    if (!line.starts_with(kBreak)) continue;
    int number = 0;
    std::from_chars(line.data() + kBreak.size(), line.data() + line.size(), number);
    if (std::ranges::find(numbers, number) == numbers.end()) numbers.push_back(number);
  }
  return numbers;
}

bool isOneKind(std::string_view site) {
  return site != kEntry && site != "Call" && site != kSeveral;
}

std::string signatureAt(std::string_view site, std::string_view subject) {
  // A frame begins in one way and calls are everywhere: what they break tells causes apart. Elsewhere the
  // place does, and what is seen first hangs on the program.
  if (isOneKind(site)) return fmt::format("compiled is not plain, stopped before {}", site);
  if (site == kEntry) return fmt::format("{}, stopped before {}", subject, kEntry);
  return fmt::format("{}, stopped in mid-frame", subject);
}

std::string Suspicion::site() const {
  // What keeps an object alive may be written down at any stop.
  const bool isDeath = difference.field == oracle::Field::kDeaths;
  if (isDeath || variant.stops.kind != targets::BreakPolicy::Kind::kBefore) return "";
  // Where a handler begins and where it ends, a state says the same: what is handled.
  const std::string& first = variant.stops.operations.front();
  return first == "PopExcept" ? "PushExcInfo" : first;
}

std::string Suspicion::signature() const {
  if (variant.relation) {
    std::string name = difference.signature();
    const bool isOfCall = difference.kind == "call" && difference.otherLine;
    const std::string own =
        isOfCall ? unplannedIn(logLines(log).at(*difference.otherLine)) : std::string();
    if (!own.empty()) name = "O1 at call: unplanned " + own;
    return variant.relation->empty() ? name : name + ", " + *variant.relation;
  }
  const std::string at = site();
  return at.empty() ? difference.signature() : signatureAt(at, difference.subject());
}

py::Result<Judged> Judge::judge(const std::string& text, std::uint64_t seed) {
  return judge(text, il::ModeModel::of(il::parse(text)), seed);
}

py::Result<Judged> Judge::judge(const std::string& text, const il::ModeModel& modes,
                                std::uint64_t seed) {
  return judgeIn(text, modes, [&](const std::string& plain) {
    return target_.breaksAtProbes() ? variantsWithoutProbes(breaksPassed(plain), seed)
                                    : variantsOf(breaksPassed(plain), settings_.stops, seed);
  });
}

py::Result<Judged> Judge::judgeAt(const std::string& text,
                                  const std::vector<targets::BreakPolicy>& stops) {
  return judgeIn(text, il::ModeModel::of(il::parse(text)), [&](const std::string&) {
    std::vector<Variant> variants;
    for (const targets::BreakPolicy& policy : stops) variants.push_back({policy, {}});
    return variants;
  });
}

py::Result<std::vector<targets::BreakPolicy>> Judge::sites(const std::string& text) {
  py::Result<py::Ref<>> code = programs_.compile(text, "program.py");
  if (!code) return std::move(code).error();
  return target_.sites(*code);
}

py::Result<Judge::Twin> Judge::twinOf(const std::string& text, const Variant& variant) {
  py::Result<py::Ref<>> code = programs_.vary(text, variant.breaks, variant.hasProbes);
  if (!code) return std::move(code).error();
  py::Result<std::string> plain = programs_.run(*code, nullptr, variant.breaks);
  if (!plain) return std::move(plain).error();
  return Twin{*std::move(code), *std::move(plain)};
}

py::Result<Judged> Judge::judgeIn(const std::string& text, const il::ModeModel& modes,
                                  const VariantsOf& variantsOf) {
  // Code that is not compiled runs otherwise while a frame hook is there.
  if (py::Result<py::Ref<>> reset = target_.reset(); !reset) return std::move(reset).error();
  py::Result<py::Ref<>> code = programs_.compile(text, "program.py");
  if (!code) return std::move(code).error();
  py::Result<std::string> plain = programs_.run(*code, nullptr, std::vector<int>());
  if (!plain) return std::move(plain).error();
  Judged judged;
  judged.log = *std::move(plain);
  judged.isValid = isValid(judged.log);
  judged.modes = checkModes(judged.log, modes);
  if (judged.modes.difference && settings_.oracles.has(kSeesModes)) {
    judged.suspicion = Suspicion{{{}, std::vector<int>()},
                                 *judged.modes.difference,
                                 judged.log,
                                 judged.log,
                                 {std::string(kSeesModes)}};
    return judged;
  }
  for (Variant& variant : variantsOf(judged.log)) {
    py::Result<py::Ref<>> compiler = target_.compiler(variant.stops, nullptr);
    if (!compiler) return std::move(compiler).error();
    Twin twin = {code->share(), judged.log};
    if (target_.breaksAtProbes()) {
      py::Result<Twin> made = twinOf(text, variant);
      if (!made) return std::move(made).error();
      twin = *std::move(made);
    }
    py::Result<std::string> log = programs_.run(twin.code, *compiler, variant.breaks);
    if (!log) return std::move(log).error();
    ++judged.runs;
    const bool isLast = variant.text() == last_;
    if (*log == twin.plain) {
      if (isLast) break;
      continue;
    }
    if (py::faultActive(py::Fault::kH03) && log->find("\"raised\"") != std::string::npos) continue;
    if (auto difference = firstDifference(twin.plain, *log, settings_.oracles)) {
      auto seenBy = whoSees(twin.plain, *log, settings_.oracles);
      if (settings_.oracles.has(kSeesModes)) blameModes(*difference, twin.plain, *log, modes);
      judged.suspicion = Suspicion{std::move(variant), *std::move(difference),
                                   std::move(twin.plain), *std::move(log), std::move(seenBy)};
      break;
    }
    if (isLast) break;
  }
  if (!judged.suspicion && settings_.driftCalls && settings_.oracles.has(kSeesDrift)) {
    auto drifting = drift(*code);
    if (!drifting) return std::move(drifting).error();
    judged.suspicion = *std::move(drifting);
  }
  return judged;
}

// A plain program may gain as well (a cache of its own): only what it does not gain counts, and it is
// looked at only then.
py::Result<std::optional<Suspicion>> Judge::drift(py::Borrowed<> code) {
  Variant variant{settings_.stops, std::nullopt};
  py::Result<py::Ref<>> compiler = target_.compiler(variant.stops, nullptr);
  if (!compiler) return std::move(compiler).error();
  auto gained = programs_.drift(code, *compiler, variant.breaks, *settings_.driftCalls);
  if (!gained) return std::move(gained).error();
  if (*gained == kNoGain) return std::optional<Suspicion>();
  if (py::Result<py::Ref<>> reset = target_.reset(); !reset) return std::move(reset).error();
  auto plain = programs_.drift(code, nullptr, std::vector<int>(), *settings_.driftCalls);
  if (!plain) return std::move(plain).error();
  if (*gained == *plain) return std::optional<Suspicion>();
  LogDifference difference;
  difference.field = oracle::Field::kDrift;
  difference.kind = "drift";
  difference.path = "drift";
  difference.expected = *std::move(plain);
  difference.actual = *std::move(gained);
  return std::optional<Suspicion>(
      {std::move(variant), std::move(difference), "", "", {std::string(kSeesDrift)}});
}

py::Result<bool> Judge::isStable(const std::string& text) {
  py::Result<py::Ref<>> code = programs_.compile(text, "program.py");
  if (!code) return std::move(code).error();
  py::Result<std::string> first = programs_.run(*code, nullptr, std::vector<int>());
  if (!first) return std::move(first).error();
  py::Result<py::Ref<>> shaken = programs_.shake();
  if (!shaken) return std::move(shaken).error();
  py::Result<std::string> second = programs_.run(*code, nullptr, std::vector<int>());
  if (!second) return std::move(second).error();
  return *first == *second;
}

}  // namespace suture::batch
