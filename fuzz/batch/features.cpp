#include "fuzz/batch/features.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "fuzz/batch/log_lines.h"

namespace suture::batch {
namespace {

using nlohmann::json;

std::uint32_t atMost(std::size_t number, std::uint32_t most) {
  return static_cast<std::uint32_t>(std::min<std::size_t>(number, most));
}

}  // namespace

std::set<std::uint32_t> featuresOf(std::string_view log) {
  std::set<std::uint32_t> features;
  for (const std::string_view text : logLines(log)) {
    if (!text.starts_with("{\"brk\"") && !text.starts_with("{\"inspect\"")) continue;
    const json line = json::parse(text);
    const json& frame = line.at("frame");
    const json stack = frame.value("stack", json::array());  // not told in every dialect
    std::uint32_t feature = line.contains("brk") ? 1 : 0;
    feature = feature << 3U | atMost(line.at("modes").size(), 7);
    feature = feature << 4U | atMost(stack.size(), 15);
    feature = feature << 2U | atMost(std::size_t(std::ranges::count(stack, json("NULL"))), 3);
    feature = feature << 1U | (frame.at("handling").is_null() ? 0U : 1U);
    feature = feature << 2U | atMost(frame.value("above", json::array()).size(), 3);
    features.insert(feature);
  }
  return features;
}

}  // namespace suture::batch
