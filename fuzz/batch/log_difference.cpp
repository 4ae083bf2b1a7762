#include "fuzz/batch/log_difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>
#include <vector>

#include "core/py/check.h"
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
  if (isObject(a) && isObject(b) && a[1] == b[1]) return placeInObject(path, a, b);
  if (a.is_object() && b.is_object()) {
    for (const auto& [key, value] : a.items()) {
      const auto found = b.find(key);
      if (found == b.end()) return Place{path + "." + key, value.dump(), "nothing"};
      if (auto place = placeIn(path + "." + key, value, *found)) return place;
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

LogDifference made(const Part& part, Place place, std::string kind, const Line* plain,
                   const Line* other) {
  LogDifference difference;
  difference.field = part.field;
  difference.path = std::move(place.path);
  difference.expected = std::move(place.expected);
  difference.actual = std::move(place.actual);
  difference.kind = std::move(kind);
  if (plain != nullptr) difference.line = plain->number;
  if (other != nullptr) difference.otherLine = other->number;
  return difference;
}

LogDifference orderDiffers(const Line* plain, const Line* other) {
  // Of two lines where one is out of place, the later kind of the table is the one that moved.
  const Part* kind = nullptr;
  for (const Line* line : {plain, other}) {
    if (line == nullptr) continue;
    const Part& part = kindOf(line->parts);
    if (kind == nullptr || &part > kind) kind = &part;
  }
  const auto shown = [](const Line* line) {
    return line == nullptr ? "nothing" : line->parts.dump();
  };
  return made(*kind, {std::string(kind->key) + " order", shown(plain), shown(other)},
              std::string(kind->key), plain, other);
}

std::optional<LogDifference> inLine(const Line& plain, const Line& other) {
  for (const Part& part : kParts) {
    const auto a = plain.parts.find(part.key);
    const auto b = other.parts.find(part.key);
    if (a == plain.parts.end() || b == other.parts.end()) continue;
    if (auto place = placeIn(std::string(part.key), *a, *b)) {
      return made(part, *std::move(place), std::string(kindOf(plain.parts).key), &plain, &other);
    }
  }
  return std::nullopt;
}

}  // namespace

Oracles Oracles::all() {
  Oracles oracles;
  for (const Part& part : kParts) oracles.ids_.emplace(part.oracle());
  return oracles;
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
  return std::string(oracle()) + " at " + kind + ": " + place;
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
  for (std::size_t i = 0; i < std::max(expected.size(), actual.size()); ++i) {
    if (i >= expected.size()) return orderDiffers(nullptr, &actual[i]);
    if (i >= actual.size()) return orderDiffers(&expected[i], nullptr);
    if (&kindOf(expected[i].parts) != &kindOf(actual[i].parts)) {
      return orderDiffers(&expected[i], &actual[i]);
    }
    if (auto found = inLine(expected[i], actual[i])) return found;
  }
  return std::nullopt;
}

}  // namespace suture::batch
