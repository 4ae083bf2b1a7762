// Law: text → IL → text is the identity, for generated programs without an opaque statement and for
// any other text with as many as it takes: the corpus, and texts that are no Python.
#include <gtest/gtest.h>

#include "fuzz/il/text.h"
#include "properties/harness/support/programs.h"
#include "properties/support/check.h"
#include "properties/support/covered.h"

namespace suture::properties {
namespace {

TEST(Property, GeneratedTextIsTheIdentity) {
  long instructions = 0;
  EXPECT_TRUE(check("generated text is the identity", 100, [&] {
    const il::Program program = generated(*anySeed());
    const std::string text = il::print(program);
    instructions += static_cast<long>(program.instructions().size());
    RC_ASSERT(il::parse(text) == program);
  }));
  EXPECT_TRUE(covered("generated text is the identity", {{"instructions", instructions}}));
}

TEST(Property, CorpusTextIsTheIdentity) {
  for (const std::string& text : corpusTexts()) EXPECT_EQ(il::print(il::parse(text)), text);
}

TEST(Property, AnyTextIsTheIdentity) {
  const auto letters = std::string("aft1_ \n\n    :=,.()[]{}'\"#\\@*x\1\2\r\t");
  long letterCount = 0;
  EXPECT_TRUE(check("any text is the identity", 100, [&] {
    const auto text = *rc::gen::container<std::string>(rc::gen::elementOf(letters));
    letterCount += static_cast<long>(text.size());
    RC_ASSERT(il::print(il::parse(text)) == text);
  }));
  EXPECT_TRUE(covered("any text is the identity", {{"letters", letterCount}}));
}

// A corpus text with a piece cut out and put elsewhere: almost Python.
TEST(Property, BrokenTextIsTheIdentity) {
  const auto texts = corpusTexts();
  long moved = 0;
  EXPECT_TRUE(check("broken text is the identity", 100, [&] {
    std::string text = *rc::gen::elementOf(texts);
    const auto at = [&] { return *rc::gen::inRange<std::size_t>(0, text.size()); };
    const std::size_t from = at();
    const std::string piece = text.substr(from, at() % 60);
    text.erase(from, piece.size());
    text.insert(std::min(at(), text.size()), piece);
    moved += static_cast<long>(piece.size());
    RC_ASSERT(il::print(il::parse(text)) == text);
  }));
  EXPECT_TRUE(covered("broken text is the identity", {{"letters moved", moved}}));
}

}  // namespace
}  // namespace suture::properties
