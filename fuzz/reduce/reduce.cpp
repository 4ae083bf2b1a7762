#include "fuzz/reduce/reduce.h"

#include "fuzz/reduce/passes.h"

namespace suture::reduce {
namespace {

constexpr PassRow kPasses[] = {
#define PASS(id, text) {#id, text, id},
#include "fuzz/reduce/passes.def"
#undef PASS
};

}  // namespace

std::span<const PassRow> passes() { return kPasses; }

Reduced reduce(const il::Program& program, const Test& test, const Options& options) {
  Search search(program, test, options);
  const auto result = [&](bool fixedPoint) {
    return Reduced{search.best(), search.tried(), search.accepted(), fixedPoint};
  };
  if (search.isOver() || !search.confirms()) return result(false);
  for (std::uint64_t before = 0; true; before = search.accepted()) {
    for (const PassRow& pass : passes()) pass.run(search);
    if (search.isOver() || search.accepted() == before) break;
  }
  if (search.accepted() > 0 && !search.confirms()) {
    search.takeBack(program);
    return result(false);
  }
  return result(!search.isOver());
}

}  // namespace suture::reduce
