#include "fuzz/oracle/compare.h"

#include <fmt/format.h>
#include <algorithm>

namespace suture::oracle {
namespace {

using nlohmann::json;

std::string shown(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

struct Place {
  std::string path;
  std::string expected;
  std::string actual;
};

// Texts of many lines (output, messages) are told by their first differing line.
std::optional<Place> placeInText(const std::string& path, const std::string& a,
                                 const std::string& b) {
  const auto [inA, inB] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  const size_t at = static_cast<size_t>(inA - a.begin());
  const auto lineOf = [at](const std::string& text) {
    if (text.empty()) return json(text);
    const size_t before = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    const size_t start = before == std::string::npos ? 0 : before + 1;
    return json(text.substr(start, text.find('\n', at) - start));
  };
  const auto number = 1 + std::count(a.begin(), inA, '\n');
  return Place{fmt::format("{}:{}", path, number), shown(lineOf(a)), shown(lineOf(b))};
}

std::optional<Place> placeIn(const std::string& path, const json& a, const json& b) {
  if (!a.is_structured() && a == b && a.type() == b.type()) return std::nullopt;
  if (a.is_object() && b.is_object()) {
    // What kind of thing it is says more than what else differs.
    if (a.contains("type") && b.contains("type")) {
      if (auto place = placeIn(path + ".type", a["type"], b["type"])) return place;
    }
    for (const auto& [key, value] : a.items()) {
      const std::string inner = path + "." + key;
      const auto found = b.find(key);
      if (found == b.end()) return Place{inner, shown(value), "nothing"};
      if (auto place = placeIn(inner, value, *found)) return place;
    }
    for (const auto& [key, value] : b.items()) {
      if (!a.contains(key)) return Place{path + "." + key, "nothing", shown(value)};
    }
    return std::nullopt;
  }
  if (a.is_array() && b.is_array()) {
    for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const std::string inner = fmt::format("{}[{}]", path, i);
      if (i >= a.size()) return Place{inner, "nothing", shown(b[i])};
      if (i >= b.size()) return Place{inner, shown(a[i]), "nothing"};
      if (auto place = placeIn(inner, a[i], b[i])) return place;
    }
    return std::nullopt;
  }
  if (a.is_string() && b.is_string()) {
    return placeInText(path, a.get_ref<const std::string&>(), b.get_ref<const std::string&>());
  }
  return Place{path, a.is_null() ? "nothing" : shown(a), b.is_null() ? "nothing" : shown(b)};
}

}  // namespace

std::optional<Difference> firstDifference(const Observation& plain, const Observation& other) {
  for (const FieldRow& field : fieldRows()) {
    if (auto place =
            placeIn(std::string(field.key), plain.at(field.field), other.at(field.field))) {
      return Difference{field.field, std::move(place->path), std::move(place->expected),
                        std::move(place->actual)};
    }
  }
  return std::nullopt;
}

}  // namespace suture::oracle
