// Choices drawn from bytes: the one source of chance of what is generated here, so that the same
// bytes always give the same program, whether a fuzzer or a property made them.
//
//   Choices choices(bytes);
//   switch (choices.below(3)) { … }
//
// What holds: when the bytes have run out every choice is 0 and every chance is not taken, so
// whoever draws puts the simplest thing first, and shorter input means simpler programs.
#pragma once

#include <cstdint>
#include <span>

namespace suture::fuzzers {

class Choices {
 public:
  explicit Choices(std::span<const std::uint8_t> bytes) : rest_(bytes) {}

  bool hasRunOut() const { return rest_.empty(); }
  /// A number from 0 to bound - 1.
  int below(int bound) {
    int drawn = next();
    if (bound > 256) drawn = drawn << 8 | next();
    return drawn % bound;
  }
  /// True once in `times`.
  bool chance(int times) { return below(times) == times - 1; }

 private:
  int next() {
    if (rest_.empty()) return 0;
    int byte = rest_.front();
    rest_ = rest_.subspan(1);
    return byte;
  }

  std::span<const std::uint8_t> rest_;
};

}  // namespace suture::fuzzers
