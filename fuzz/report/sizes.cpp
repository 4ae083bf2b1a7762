#include "fuzz/report/sizes.h"

#include <string>

namespace suture::report {
namespace {

using nlohmann::json;

constexpr SizeRow kSizeRows[] = {
#define SUTURE_SIZE(name, text, least) {#name, text, least},
#include "fuzz/report/sizes.def"
#undef SUTURE_SIZE
};

}  // namespace

std::span<const SizeRow> sizeRows() { return kSizeRows; }

void Spread::add(const Spread& other) {
  for (const auto& [number, programs] : other.programs_) add(number, programs);
}

std::uint64_t Spread::programs() const {
  std::uint64_t all = 0;
  for (const auto& [number, programs] : programs_) all += programs;
  return all;
}

std::uint64_t Spread::quantile(double share) const {
  const double wanted = share * static_cast<double>(programs());
  std::uint64_t passed = 0;
  for (const auto& [number, programs] : programs_) {
    passed += programs;
    if (static_cast<double>(passed) >= wanted) return number;
  }
  return 0;
}

void Sizes::addProgram(const json& measured) {
  for (std::size_t i = 0; i < kRows; ++i) {
    spreads_[i].add(measured.at(std::string(kSizeRows[i].name)).get<std::uint64_t>());
  }
}

void Sizes::add(const Sizes& other) {
  for (std::size_t i = 0; i < kRows; ++i) spreads_[i].add(other.spreads_[i]);
}

json Sizes::toJson() const {
  json made = json::object();
  for (std::size_t i = 0; i < kRows; ++i) {
    json& pairs = made[std::string(kSizeRows[i].name)] = json::array();
    for (const auto& pair : spreads_[i].numbers()) pairs.push_back(pair);
  }
  return made;
}

Sizes Sizes::fromJson(const json& stored) {
  Sizes sizes;
  for (std::size_t i = 0; i < kRows; ++i) {
    for (const json& pair : stored.at(std::string(kSizeRows[i].name))) {
      sizes.spreads_[i].add(pair.at(0).get<std::uint64_t>(), pair.at(1).get<std::uint64_t>());
    }
  }
  return sizes;
}

}  // namespace suture::report
