#include "fuzz/targets/break_policy.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <functional>
#include <iterator>

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

constexpr std::string_view kBefore = "before:";
constexpr std::string_view kKinds[] = {
    "Entry",
#define SUTURE_OPERATION(name, flow, raises, stack) #name,
#include "core/bytecode/opcodes.def"
#undef SUTURE_OPERATION
};

// Calls `each` with what stands between the commas; stops when it says false.
bool eachOf(std::string_view text, const std::function<bool(std::string_view)>& each) {
  while (true) {
    const size_t comma = text.find(',');
    if (!each(text.substr(0, comma))) return false;
    if (comma == std::string_view::npos) return true;
    text = text.substr(comma + 1);
  }
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
  if (text.starts_with(kBefore)) {
    BreakPolicy before{.kind = Kind::kBefore};
    const bool isWell = eachOf(text.substr(kBefore.size()), [&](std::string_view name) {
      before.operations.emplace_back(name);
      return std::ranges::find(kKinds, name) != std::end(kKinds);
    });
    return isWell ? std::optional(before) : std::nullopt;
  }
  BreakPolicy at{.kind = Kind::kAt};
  const bool isWell = eachOf(text, [&](std::string_view one) {
    const auto position = number<int>(one);
    if (position) at.positions.push_back(*position);
    return position && *position >= 0;
  });
  return isWell ? std::optional(at) : std::nullopt;
}

std::string BreakPolicy::text() const {
  switch (kind) {
    case Kind::kNone:
      return "none";
    case Kind::kEverywhere:
      return "everywhere";
    case Kind::kRandom:
      return fmt::format("random:{}", probability);
    case Kind::kBefore:
      return fmt::format("{}{}", kBefore, fmt::join(operations, ","));
    case Kind::kAt:
      return fmt::format("{}", fmt::join(positions, ","));
  }
  SUTURE_CHECK(false, "a break policy has one of the five kinds");
}

}  // namespace suture::targets
