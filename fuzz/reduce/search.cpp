#include "fuzz/reduce/search.h"

#include "fuzz/il/text.h"
#include "fuzz/reduce/mend.h"

namespace suture::reduce {
namespace {

constexpr int kConfirmations = 3;

bool isSmaller(std::size_t statements, const std::string& text, std::size_t bestStatements,
               const std::string& best) {
  if (statements != bestStatements) return statements < bestStatements;
  if (text.size() != best.size()) return text.size() < best.size();
  return text < best;
}

}  // namespace

Search::Search(const il::Program& program, Test test, Options options)
    : test_(std::move(test)),
      options_(std::move(options)),
      end_(std::chrono::steady_clock::now() + options_.time),
      best_(program),
      lines_(linesOf(program)),
      text_(il::print(program)) {}

bool Search::isOver() {
  return (options_.stop && options_.stop()) || std::chrono::steady_clock::now() >= end_;
}

bool Search::propose(const Lines& lines) { return !isOver() && take(assembled(lines)); }

bool Search::proposeMended(Lines lines) { return !isOver() && take(mended(std::move(lines))); }

bool Search::take(const std::optional<il::Program>& made) {
  if (!made) return false;
  std::string text = il::print(*made);
  if (!isSmaller(made->statements().size(), text, best_.statements().size(), text_)) return false;
  if (!texts_.insert(text).second) return false;
  ++tried_;
  if (!test_(*made)) return false;
  ++accepted_;
  best_ = *made;
  lines_ = linesOf(best_);
  text_ = std::move(text);
  return true;
}

bool Search::confirms() {
  for (int i = 0; i < kConfirmations; ++i) {
    ++tried_;
    if (!test_(best_)) return false;
  }
  return true;
}

}  // namespace suture::reduce
