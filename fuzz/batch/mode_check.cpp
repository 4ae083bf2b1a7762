// Looks for keys in the lines of a log as text: parsing them would cost as much as running the program. A key
// is told from the same characters in a string by its quotes, which strings have escaped.
#include "fuzz/batch/mode_check.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

#include "core/py/check.h"
#include "fuzz/batch/log_lines.h"

namespace suture::batch {
namespace {

using il::ModeModel;

struct Active {
  std::string_view number;  // "#3"
  std::string_view type;
};

// What stands behind the last `key`, which is the line's own: values have no such keys behind it.
std::string_view behindLast(std::string_view line, std::string_view key) {
  const std::size_t at = line.rfind(key);
  SUTURE_CHECK(at != std::string_view::npos, "a line has its parts");
  return line.substr(at + key.size());
}

std::string_view upTo(std::string_view text, char end) { return text.substr(0, text.find(end)); }

// The elements of a JSON list that begins here.
std::vector<std::string_view> elements(std::string_view list) {
  std::vector<std::string_view> found;
  int depth = 0;
  bool isText = false;
  std::size_t begin = 1;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const char c = list[i];
    if (isText) {
      if (c == '\\') ++i;
      isText = c != '"';
      continue;
    }
    if (c == '"') isText = true;
    if (c == '[') ++depth;
    if (c == ']') --depth;
    if (depth > 1 || (depth == 1 && c != ',')) continue;
    if (i > begin) found.push_back(list.substr(begin, i - begin));
    begin = i + 1;
    if (depth == 0) return found;
  }
  SUTURE_CHECK(false, "a list ends");
}

// ["#3","M1",…], or ["again","#3"] of one that was told before in this line.
Active activeIn(std::string_view line, std::string_view element) {
  constexpr std::string_view kAgain = "[\"again\",\"";
  if (!element.starts_with(kAgain)) {
    const std::string_view number = upTo(element.substr(2), '"');
    return {number, upTo(element.substr(number.size() + 5), '"')};
  }
  const std::string_view number = upTo(element.substr(kAgain.size()), '"');
  const std::string first = "[\"" + std::string(number) + "\",\"";
  const std::size_t at = line.find(first);
  SUTURE_CHECK(at != std::string_view::npos, "an object is described before it is met again");
  return {number, upTo(line.substr(at + first.size()), '"')};
}

std::size_t number(std::string_view digits) {
  std::size_t value = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

// The frames of a probe that looks at its caller, run() first; none where run() is not among them, or where
// they are not told.
std::vector<ModeModel::Frame> framesIn(std::string_view line) {
  constexpr std::string_view kFunction = "\"frame\":{\"function\":\"";
  const std::size_t at = line.find(kFunction);
  SUTURE_CHECK(at != std::string_view::npos, "a frame has its function");
  const std::string_view function = upTo(line.substr(at + kFunction.size()), '"');
  constexpr std::string_view kLine = "\",\"line\":";
  const std::string_view rest = line.substr(at + kFunction.size() + function.size() + kLine.size());
  std::vector<ModeModel::Frame> frames{{function, number(upTo(rest, ','))}};
  const bool tellsAbove = line.find(",\"above\":") != std::string_view::npos;
  if (function != "run" && tellsAbove) {
    for (const std::string_view one : elements(behindLast(line, ",\"above\":"))) {
      const std::string_view name = upTo(one.substr(2), '"');
      frames.push_back({name, number(upTo(one.substr(name.size() + 4), ']'))});
    }
  }
  if (frames.back().function != "run") return {};
  std::ranges::reverse(frames);
  return frames;
}

bool isSame(const ModeModel::Mode& expected, const Active& actual, std::string_view line) {
  if (!expected.type.empty() && expected.type != actual.type) return false;
  if (expected.name.empty()) return true;
  // The local has the very mode, or it is no local of the frame that was looked at.
  const std::string key = "\"" + expected.name + "\":[\"";
  const std::size_t local = line.find(key);
  if (local == std::string_view::npos) return true;
  std::string_view held = line.substr(local + key.size());
  constexpr std::string_view kAgain = "again\",\"";
  if (held.starts_with(kAgain)) held.remove_prefix(kAgain.size());
  return upTo(held, '"') == actual.number;
}

std::string shown(const std::vector<ModeModel::Mode>& modes) {
  std::string text;
  for (const ModeModel::Mode& mode : modes) {
    text += text.empty() ? "" : ", ";
    text += mode.type.empty() ? "any" : mode.type;
    if (!mode.name.empty()) text += " of " + mode.name;
  }
  return "the program says [" + text + "]";
}

std::string shown(const std::vector<Active>& modes) {
  std::string text;
  for (const Active& mode : modes) {
    text += text.empty() ? "" : ", ";
    text += std::string(mode.type) + " " + std::string(mode.number);
  }
  return "the run has [" + text + "]";
}

}  // namespace

ModeCheck checkModes(std::string_view log, const ModeModel& model) {
  ModeCheck check;
  std::size_t calls = 0;
  std::size_t lineNumber = 0;
  for (const std::string_view line : logLines(log)) {
    const std::size_t own = lineNumber++;
    const std::string_view kind = upTo(line.substr(2), '"');
    if (kind == "died") continue;
    std::optional<std::vector<ModeModel::Mode>> expected;
    if (kind == "brk" || kind == "inspect") {
      const auto frames = framesIn(line);
      if (!frames.empty()) expected = model.at(frames);
    } else if (kind == "call") {
      expected = model.behindCall(calls++, line.starts_with("{\"call\":[\"raised\""));
    } else if (kind == "end") {
      expected = model.atEnd(line.starts_with("{\"end\":[\"raised\""));
    } else {
      ++check.placeless;
      continue;
    }
    if (!expected) {
      check.undecided.push_back(own);
      continue;
    }
    ++check.compared;
    std::vector<Active> actual;
    for (const std::string_view one : elements(behindLast(line, ",\"modes\":"))) {
      actual.push_back(activeIn(line, one));
    }
    const bool isRight = std::ranges::equal(
        *expected, actual, [&](const auto& a, const auto& b) { return isSame(a, b, line); });
    if (isRight || check.difference) continue;
    LogDifference difference;
    difference.field = oracle::Field::kModes;
    difference.kind = kPlainModes;
    difference.path = "modes of the plain run";
    difference.expected = shown(*expected);
    difference.actual = shown(actual);
    difference.line = difference.otherLine = own;
    check.difference = std::move(difference);
  }
  return check;
}

}  // namespace suture::batch
