#include "fuzz/targets/break_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "core/py/check.h"

namespace suture::targets {
namespace {

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<BreakPolicy> BreakPolicy::parse(std::string_view text) {
  if (text == "none") return BreakPolicy{.kind = Kind::kNone};
  if (text == "everywhere") return BreakPolicy{.kind = Kind::kEverywhere};
  if (text == "random") return BreakPolicy{.kind = Kind::kRandom};
  if (constexpr std::string_view kPrefix = "random:"; text.starts_with(kPrefix)) {
    const auto probability = number<double>(text.substr(kPrefix.size()));
    if (!probability || !(*probability > 0 && *probability <= 1)) return std::nullopt;
    return BreakPolicy{.kind = Kind::kRandom, .probability = *probability};
  }
  BreakPolicy at{.kind = Kind::kAt};
  while (true) {
    const size_t comma = text.find(',');
    const auto position = number<int>(text.substr(0, comma));
    if (!position || *position < 0) return std::nullopt;
    at.positions.push_back(*position);
    if (comma == std::string_view::npos) return at;
    text = text.substr(comma + 1);
  }
}

std::string BreakPolicy::text() const {
  switch (kind) {
    case Kind::kNone:
      return "none";
    case Kind::kEverywhere:
      return "everywhere";
    case Kind::kRandom:
      return fmt::format("random:{}", probability);
    case Kind::kAt:
      return fmt::format("{}", fmt::join(positions, ","));
  }
  SUTURE_CHECK(false, "a break policy has one of the four kinds");
}

}  // namespace suture::targets
