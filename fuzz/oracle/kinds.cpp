#include "fuzz/oracle/kinds.h"

#include <algorithm>

namespace suture::oracle {
namespace {

constexpr Kind kKinds[] = {
#define SUTURE_KIND(words, number, text) {words, number, text},
#include "fuzz/oracle/kinds.def"
#undef SUTURE_KIND
};
static_assert(kKinds[std::size(kKinds) - 1].words.empty(), "every signature has a kind");

}  // namespace

std::span<const Kind> kinds() { return kKinds; }

const Kind& kindOf(std::string_view signature) {
  return *std::ranges::find_if(kKinds, [signature](const Kind& kind) {
    return signature.find(kind.words) != std::string_view::npos;
  });
}

}  // namespace suture::oracle
