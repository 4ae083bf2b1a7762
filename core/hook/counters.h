// Counters of the hook (counters.def): plain numbers guarded by the interpreter's lock.
//
//   ++counters().stops;
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace suture::hook {

struct Counters {
#define COUNTER(name, meaning) std::uint64_t name = 0;
#include "core/hook/counters.def"
#undef COUNTER
};

Counters& counters();

struct CounterRow {
  std::string_view name;
  std::string_view meaning;
  std::uint64_t Counters::* value;
};
std::span<const CounterRow> counterRows();

}  // namespace suture::hook
