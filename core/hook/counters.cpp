#include "core/hook/counters.h"

namespace suture::hook {
namespace {

Counters all;

constexpr CounterRow kRows[] = {
#define COUNTER(name, meaning) {#name, meaning, &Counters::name},
#include "core/hook/counters.def"
#undef COUNTER
};

}  // namespace

Counters& counters() { return all; }
std::span<const CounterRow> counterRows() { return kRows; }

}  // namespace suture::hook
