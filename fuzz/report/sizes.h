// How large the programs of a campaign were: a distribution for each row of sizes.def.
//
//   sizes.add(driver's measure);                 // {"statements": 131, "calls": 20, …}
//   sizes.spreads()[0].quantile(0.5)             // the median
//
// What holds: distributions are kept whole, so adding up parts gives what all at once gives.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <span>
#include <string_view>

namespace suture::report {

struct SizeRow {
  std::string_view name;  ///< the key in JSON
  std::string_view text;
  std::uint64_t least;  ///< of the median
};
std::span<const SizeRow> sizeRows();

/// How many programs had each number of something.
class Spread {
 public:
  void add(std::uint64_t number, std::uint64_t programs = 1) { programs_[number] += programs; }
  void add(const Spread& other);
  std::uint64_t programs() const;
  /// The least number that at least that share of the programs does not exceed; 0 of none.
  std::uint64_t quantile(double share) const;
  const std::map<std::uint64_t, std::uint64_t>& numbers() const { return programs_; }

 private:
  std::map<std::uint64_t, std::uint64_t> programs_;
};

class Sizes {
 public:
  /// One program: a number for each row.
  void addProgram(const nlohmann::json& measured);
  void add(const Sizes& other);
  std::uint64_t programs() const { return spreads_.front().programs(); }
  std::span<Spread> spreads() { return spreads_; }
  std::span<const Spread> spreads() const { return spreads_; }

  nlohmann::json toJson() const;
  static Sizes fromJson(const nlohmann::json& stored);

 private:
  static constexpr std::size_t kRows = 0
#define SUTURE_SIZE(name, text, least) +1
#include "fuzz/report/sizes.def"
#undef SUTURE_SIZE
      ;
  std::array<Spread, kRows> spreads_;
};

}  // namespace suture::report
