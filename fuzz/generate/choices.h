// Decisions drawn from input bytes or from a seed: the one source of chance of generation, so that
// the same bytes, or the same seed, always give the same programs, in any process.
//
//   Choices choices(bytes);           Choices seeded = Choices::ofSeed(7);
//   switch (choices.below(3)) { … }   if (choices.chance(1, 4)) …
//
// What holds: when bytes have run out every number is 0 and every chance is not taken, so whoever
// draws puts the simplest first, and less input means simpler programs. A seed never runs out.
#pragma once

#include <cstdint>
#include <iterator>
#include <span>

namespace suture::generate {

class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : rest_(bytes) {}
  static Choices ofSeed(std::uint64_t seed) {
    Choices choices({});
    choices.isSeeded_ = true;
    choices.state_ = seed;
    return choices;
  }

  bool hasRunOut() const { return !isSeeded_ && rest_.empty(); }

  /// A number from 0 to bound - 1; bound is 1 to 65536.
  int below(int bound) {
    if (bound <= 1) return 0;
    if (isSeeded_) return static_cast<int>(mixed() % static_cast<std::uint64_t>(bound));
    int drawn = next();
    if (bound > 256) drawn = drawn << 8 | next();
    return drawn % bound;
  }
  /// From low to high, both included.
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(int times, int outOf) { return below(outOf) >= outOf - times; }

  template <class Range>
  auto pick(const Range& range) {
    return std::begin(range)[below(static_cast<int>(std::size(range)))];
  }

  std::uint64_t seed() {
    std::uint64_t drawn = 0;
    for (int i = 0; i < 4; ++i) drawn = drawn << 16 | static_cast<std::uint64_t>(below(65536));
    return drawn;
  }

 private:
  int next() {
    if (rest_.empty()) return 0;
    const int byte = rest_.front();
    rest_ = rest_.subspan(1);
    return byte;
  }
  // SplitMix64: a fixed sequence on every platform.
  std::uint64_t mixed() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15U;
    z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
    z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
    return z ^ (z >> 31U);
  }

  std::span<const std::uint8_t> rest_;
  bool isSeeded_ = false;
  std::uint64_t state_ = 0;
};

}  // namespace suture::generate
