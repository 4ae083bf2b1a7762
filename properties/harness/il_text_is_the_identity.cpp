// Law: text → IL → text is the identity, for generated programs without an opaque statement and for
// any other text with as many as it takes: the corpus, and texts that are no Python.
#include <gtest/gtest.h>

#include "fuzz/il/text.h"
#include "properties/harness/support/programs.h"

namespace suture::properties {
namespace {

TEST(Property, GeneratedTextIsTheIdentity) {
  EXPECT_TRUE(rc::check([] {
    const il::Program program = generated(*anySeed());
    const std::string text = il::print(program);
    RC_ASSERT(il::parse(text) == program);
  }));
}

TEST(Property, CorpusTextIsTheIdentity) {
  for (const std::string& text : corpusTexts()) EXPECT_EQ(il::print(il::parse(text)), text);
}

TEST(Property, AnyTextIsTheIdentity) {
  const auto letters = std::string("aft1_ \n\n    :=,.()[]{}'\"#\\@*x\1\2\r\t");
  EXPECT_TRUE(rc::check([&] {
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(letters));
    RC_ASSERT(il::print(il::parse(text)) == text);
  }));
}

// A corpus text with a piece cut out and put elsewhere: almost Python.
TEST(Property, BrokenTextIsTheIdentity) {
  const auto texts = corpusTexts();
  EXPECT_TRUE(rc::check([&] {
    std::string text = *rc::gen::elementOf(texts);
    const auto at = [&] { return *rc::gen::inRange<std::size_t>(0, text.size()); };
    const std::size_t from = at();
    const std::string piece = text.substr(from, at() % 60);
    text.erase(from, piece.size());
    text.insert(std::min(at(), text.size()), piece);
    RC_ASSERT(il::print(il::parse(text)) == text);
  }));
}

}  // namespace
}  // namespace suture::properties
