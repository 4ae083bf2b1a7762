// A distance on the C stack that has to be the same each time it is measured; one that is not is
// unknown, and nothing is at it.
//
//   toHook.add(base - frame);             // for each call that is known to be one
//   if (toHook.is(base - frame)) …        // another one
#pragma once

#include <cstddef>

namespace suture::hook {

class Distance {
 public:
  void add(std::ptrdiff_t measured) {
    isKnown_ = samples_ == 0 || (isKnown_ && measured == value_);
    value_ = measured;
    ++samples_;
  }
  bool is(std::ptrdiff_t measured) const { return isKnown_ && measured == value_; }

 private:
  std::ptrdiff_t value_ = 0;
  int samples_ = 0;
  bool isKnown_ = false;
};

}  // namespace suture::hook
