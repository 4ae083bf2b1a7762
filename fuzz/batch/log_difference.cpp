#include "fuzz/batch/log_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/py/check.h"
#include "core/py/faults.h"
#include "fuzz/batch/log_lines.h"

namespace suture::batch {
namespace {

using nlohmann::json;
using oracle::Field;

struct Part {
  std::string_view key;
  Field field;

  std::string_view oracle() const { return oracle::row(field).oracle; }
};
constexpr Part kParts[] = {
#define SUTURE_PART(key, field, text) {#key, Field::field},
#include "fuzz/batch/parts.def"
#undef SUTURE_PART
};

struct Line {
  std::size_t number = 0;
  json parts;
};

// The lines with the parts that count; what is left of a line without any is nothing.
std::vector<Line> projected(std::string_view log, const Oracles& oracles) {
  std::vector<Line> lines;
  std::size_t number = 0;
  for (const std::string_view line : logLines(log)) {
    json parts = json::parse(line);
    for (const Part& part : kParts) {
      if (!oracles.has(part.oracle())) parts.erase(std::string(part.key));
    }
    if (!parts.empty()) lines.push_back({number, std::move(parts)});
    ++number;
  }
  return lines;
}

const Part& kindOf(const json& line) {
  for (const Part& part : kParts) {
    if (line.contains(part.key)) return part;
  }
  SUTURE_CHECK(false, "a line of a log has a part");
}

struct Place {
  std::string path;
  std::string expected;
  std::string actual;
};

// [3,"list",…] and ["#7","Box",…]: an object with its number, type and contents.
bool isObject(const json& value) {
  return value.is_array() && value.size() >= 2 && value[1].is_string() &&
         (value[0].is_number_integer() ||
          (value[0].is_string() && value[0].get_ref<const std::string&>().starts_with('#')));
}

std::string fieldOf(const json& object, std::size_t index) {
  static constexpr std::string_view kTensor[] = {"", "", "dtype", "shape", "values"};
  if (object[1] == "Tensor" && index < std::size(kTensor)) {
    return "." + std::string(kTensor[index]);
  }
  return fmt::format("[{}]", index - 2);
}

// What == of Python says of numbers and truth values.
bool areAlike(const json& a, const json& b) {
  const auto number = [](const json& value) {
    return value.is_boolean() ? json(value.get<bool>() ? 1 : 0) : value;
  };
  return number(a) == number(b);
}

std::optional<Place> placeIn(const std::string& path, const json& a, const json& b);

std::optional<Place> placeInObject(const std::string& path, const json& a, const json& b) {
  const std::string typed = path + "." + a[1].get<std::string>();
  for (std::size_t i = 2; i < std::max(a.size(), b.size()); ++i) {
    if (i >= a.size()) return Place{typed + " length", "nothing", b[i].dump()};
    if (i >= b.size()) return Place{typed + " length", a[i].dump(), "nothing"};
    if (auto place = placeIn(typed + fieldOf(a, i), a[i], b[i])) return place;
  }
  if (a[0] == b[0]) return std::nullopt;
  return Place{typed + " identity", a[0].dump(), b[0].dump()};
}

std::optional<Place> placeIn(const std::string& path, const json& a, const json& b) {
  if (a == b && a.type() == b.type()) return std::nullopt;
  if (py::faultActive(py::Fault::kH01) && areAlike(a, b)) return std::nullopt;
  if (isObject(a) && isObject(b) && a[1] == b[1]) return placeInObject(path, a, b);
  if (a.is_object() && b.is_object()) {
    for (const auto& [key, value] : a.items()) {
      const auto found = b.find(key);
      if (found == b.end()) return Place{path + "." + key, value.dump(), "nothing"};
      if (auto place = placeIn(path + "." + key, value, *found)) return place;
    }
    for (const auto& [key, value] : b.items()) {
      if (!a.contains(key)) return Place{path + "." + key, "nothing", value.dump()};
    }
  }
  if (a.is_array() && b.is_array() && !isObject(a) && !isObject(b)) {
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
      if (auto place = placeIn(fmt::format("{}[{}]", path, i), a[i], b[i])) return place;
    }
    if (a.size() != b.size()) return Place{path + " length", a.dump(), b.dump()};
  }
  return Place{path, a.dump(), b.dump()};
}

LogDifference made(const Part& part, Place place, const Line* plain, const Line* other) {
  LogDifference difference;
  difference.field = part.field;
  difference.path = std::move(place.path);
  difference.expected = std::move(place.expected);
  difference.actual = std::move(place.actual);
  difference.kind = std::string(part.key);
  if (plain != nullptr) difference.line = plain->number;
  if (other != nullptr) difference.otherLine = other->number;
  return difference;
}

const Part& partNamed(std::string_view key) { return *std::ranges::find(kParts, key, &Part::key); }

// Where a probe of frames stands: in which function, at which line.
std::optional<json> standsAt(const Line* line) {
  if (line == nullptr) return std::nullopt;
  const auto frame = line->parts.find("frame");
  if (frame == line->parts.end()) return std::nullopt;
  return json{frame->value("function", json()), frame->value("line", json())};
}

std::string shown(const Line* line) { return line == nullptr ? "nothing" : line->parts.dump(); }

LogDifference orderDiffers(const Line* plain, const Line* other) {
  // Of two lines where one is out of place, the later kind of the table is the one that moved; if
  // neither is a death and one is a probe of a frame, the program has gone on elsewhere.
  const Part* kind = nullptr;
  for (const Line* line : {plain, other}) {
    if (line == nullptr) continue;
    const Part& part = kindOf(line->parts);
    if (kind == nullptr || &part > kind) kind = &part;
  }
  const bool isElsewhere = kind->field != Field::kDeaths && (standsAt(plain) || standsAt(other));
  const Part& part = isElsewhere ? partNamed("frame") : *kind;
  return made(
      part,
      {std::string(part.key) + (isElsewhere ? ".place" : " order"), shown(plain), shown(other)},
      plain, other);
}

// Which modes they are comes before what is in them.
std::optional<Place> otherMode(const json& plain, const json& other) {
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (!isObject(plain[i]) || !isObject(other[i]) || plain[i][0] == other[i][0]) continue;
    return Place{fmt::format("modes[{}] identity", i), plain[i][0].dump(), other[i][0].dump()};
  }
  return std::nullopt;
}

std::optional<LogDifference> inLine(const Line& plain, const Line& other) {
  if (standsAt(&plain) != standsAt(&other)) {
    return made(partNamed("frame"), {"frame.place", shown(&plain), shown(&other)}, &plain, &other);
  }
  for (const Part& part : kParts) {
    const auto a = plain.parts.find(part.key);
    const auto b = other.parts.find(part.key);
    if (a == plain.parts.end() || b == other.parts.end()) continue;
    if (part.field == Field::kModes && a->size() == b->size()) {
      if (auto place = otherMode(*a, *b)) return made(part, *std::move(place), &plain, &other);
    }
    if (auto place = placeIn(std::string(part.key), *a, *b)) {
      return made(part, *std::move(place), &plain, &other);
    }
  }
  return std::nullopt;
}

std::optional<LogDifference> atLines(const Line* plain, const Line* other) {
  if (plain == nullptr && other == nullptr) return std::nullopt;
  if (plain == nullptr || other == nullptr || &kindOf(plain->parts) != &kindOf(other->parts)) {
    return orderDiffers(plain, other);
  }
  return inLine(*plain, *other);
}

// Where both runs stand at one place again after line `from`, in the order of the other one's lines; at the
// latest where the call that they are in has ended.
std::optional<std::pair<const Line*, const Line*>> meeting(const std::vector<Line>& plain,
                                                           const std::vector<Line>& other,
                                                           std::size_t from) {
  const auto place = [](const Line& line) {
    return line.parts.contains("call") ? std::optional<json>("call") : standsAt(&line);
  };
  const auto isCall = [](const Line& line) { return line.parts.contains("call"); };
  for (std::size_t i = from; i < other.size(); ++i) {
    const auto wanted = place(other[i]);
    if (!wanted) continue;
    for (std::size_t k = from; k < plain.size(); ++k) {
      if (place(plain[k]) == wanted) return std::pair(&plain[k], &other[i]);
      if (isCall(plain[k])) break;
    }
    if (isCall(other[i])) break;
  }
  return std::nullopt;
}

// Whether fewer modes are active at a line. One more may be one that nobody took off, as an error came in
// between.
std::optional<LogDifference> lostModes(const Line& plain, const Line& other) {
  const Part& part = partNamed("modes");
  const auto a = plain.parts.find(part.key);
  const auto b = other.parts.find(part.key);
  if (a == plain.parts.end() || b == other.parts.end() || b->size() >= a->size()) {
    return std::nullopt;
  }
  return made(part, {"modes length", a->dump(), b->dump()}, &plain, &other);
}

const Line* nextProbe(const std::vector<Line>& lines, std::size_t from) {
  while (from < lines.size() && lines[from].parts.contains("died")) ++from;
  return from < lines.size() ? &lines[from] : nullptr;
}

// Which exception it is, is the program's own.
std::string withoutException(std::string place) {
  for (const std::string_view ending : {"Error", "ExceptionGroup", "Exception"}) {
    const std::size_t end = place.find(ending);
    if (end == std::string::npos) continue;
    const std::size_t start = place.rfind('.', end) + 1;
    return place.replace(start, end + ending.size() - start, "exception");
  }
  return place;
}

// The path without what is the program's own.
std::string fieldIn(std::string_view path) {
  std::string place;
  bool isIndex = false;
  for (const char c : path) {
    if (c == '[') isIndex = true;
    if (!isIndex && (c < '0' || c > '9')) place += c;
    if (c == ']') isIndex = false;
  }
  // The part, and the innermost type and field: what lies between is the program's own.
  const std::size_t first = place.find_first_of(". ");
  const std::size_t last = place.rfind('.');
  if (first != std::string::npos && last != std::string::npos && last > first) {
    const std::size_t type = place.rfind('.', last - 1);
    const std::size_t from =
        place.ends_with(" length") || place.ends_with(" identity") ? last : type;
    if (from != std::string::npos && from > first) place.replace(first, from - first, "…");
  }
  return place;
}

std::string fieldOf(const LogDifference& difference) {
  const std::string_view path = difference.path;
  if (difference.field == Field::kDeaths) return difference.kind;
  if (difference.field == Field::kModes) {
    if (path == "modes length") return "length";
    const std::size_t inside = path.find('.');
    return inside == std::string_view::npos ? "which" : "contents";
  }
  if (difference.field == Field::kFrame) {
    const std::string_view key = path.substr(path.find('.') + 1);
    return std::string(key.substr(0, key.find_first_of(".[ ")));
  }
  return withoutException(fieldIn(path));
}

// The field of the innermost exception in a path, as fuzz/lab/describe.h numbers them.
enum class ExceptionField { kArguments, kTraceback, kCause, kContext, kIsSuppressed };
std::optional<ExceptionField> exceptionField(std::string_view path) {
  std::optional<ExceptionField> found;
  for (const std::string_view ending : {"Error[", "Group[", "Exception[", "StopIteration["}) {
    const std::size_t end = path.rfind(ending);
    if (end == std::string_view::npos) continue;
    const std::size_t number = end + ending.size();
    if (number < path.size() && path[number] >= '0' && path[number] <= '4') {
      found = static_cast<ExceptionField>(path[number] - '0');
      path.remove_prefix(end);
    }
  }
  return found;
}

}  // namespace

Oracles Oracles::all() {
  Oracles oracles;
  for (const Part& part : kParts) oracles.ids_.emplace(part.oracle());
  return oracles;
}

Oracles Oracles::without(std::string_view id) const {
  Oracles others = *this;
  others.ids_.erase(std::string(id));
  return others;
}

std::optional<Oracles> Oracles::parse(std::string_view text) {
  Oracles oracles;
  while (!text.empty()) {
    const std::string_view id = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), id.size() + 1));
    if (std::ranges::find(kParts, id, &Part::oracle) == std::end(kParts)) return std::nullopt;
    oracles.ids_.emplace(id);
  }
  if (oracles.ids_.empty()) return std::nullopt;
  return oracles;
}

std::string Oracles::names() {
  std::string names;
  for (const std::string& id : all().ids_) names += (names.empty() ? "" : ",") + id;
  return names;
}

std::string LogDifference::signature() const {
  if (kind == kPlainModes) return std::string(oracle()) + " at modes: not what the program says";
  // Which lines they were that came in another order is the program's own.
  if (field == Field::kValues && path.ends_with(" order")) {
    return std::string(oracle()) + " at log: order";
  }
  if (py::faultActive(py::Fault::kH07)) return std::string(oracle()) + " " + path + actual;
  return std::string(oracle()) + " at " + kind + ": " + fieldOf(*this);
}

std::string LogDifference::subject() const {
  if (field == Field::kDeaths || field == Field::kThread || field == Field::kDrift)
    return signature();
  if (field == Field::kModes) return "O2 at modes";
  const auto isUnbound = [](std::string_view shown) { return shown == "\"unbound\""; };
  if (isUnbound(expected) || isUnbound(actual)) return "O6 at frame: unbound";
  const auto part = exceptionField(path);
  if (part == ExceptionField::kTraceback) return "O1 at exception: traceback";
  const bool isChain = part && part != ExceptionField::kArguments;
  if (isChain || path.starts_with("frame.handling")) return "O1 at exception: what is handled";
  return "O1 at program";
}

std::vector<std::string> whoSees(std::string_view plain, std::string_view other,
                                 const Oracles& oracles) {
  std::vector<std::string> seers;
  for (const std::string& id : oracles.ids()) {
    if (firstDifference(plain, other, *Oracles::parse(id))) seers.push_back(id);
  }
  return seers;
}

std::optional<LogDifference> firstDifference(std::string_view plain, std::string_view other,
                                             const Oracles& oracles) {
  if (plain == other) return std::nullopt;
  const std::vector<Line> expected = projected(plain, oracles);
  const std::vector<Line> actual = projected(other, oracles);
  const std::size_t all = std::max(expected.size(), actual.size());
  for (std::size_t i = py::faultActive(py::Fault::kH02) ? all - 1 : 0; i < all; ++i) {
    const Line* a = i < expected.size() ? &expected[i] : nullptr;
    const Line* b = i < actual.size() ? &actual[i] : nullptr;
    auto found = atLines(a, b);
    if (!found) continue;
    if (found->field == Field::kDeaths) {
      // What holds an object, or let it go, shows elsewhere, if anything but its death shows.
      auto cause =
          firstDifference(plain, other, oracles.without(oracle::row(Field::kDeaths).oracle));
      return cause ? std::move(cause) : std::move(found);
    }
    // A mode that was not asked, or asked once too often, shows at the next probe.
    auto next = atLines(nextProbe(expected, i + 1), nextProbe(actual, i + 1));
    const bool isCause = found->field == Field::kValues && next && next->field == Field::kModes;
    return isCause ? std::move(next) : std::move(found);
  }
  return std::nullopt;
}

std::optional<LogDifference> lostMode(std::string_view plain, std::string_view other,
                                      const LogDifference& difference) {
  if (!difference.line || !difference.otherLine) return std::nullopt;
  const std::vector<Line> expected = projected(plain, Oracles::all());
  const std::vector<Line> actual = projected(other, Oracles::all());
  const Line& a = expected.at(*difference.line);
  const Line& b = actual.at(*difference.otherLine);
  if (difference.path != "frame.place") return lostModes(a, b);
  const auto both = meeting(expected, actual, *difference.otherLine);
  return both ? lostModes(*both->first, *both->second) : std::nullopt;
}

}  // namespace suture::batch
