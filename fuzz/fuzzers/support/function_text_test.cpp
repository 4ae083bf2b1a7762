#include "fuzz/fuzzers/support/function_text.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "fuzz/fuzzers/support/runs.h"

namespace suture::fuzzers {
namespace {

constexpr FunctionKind kKinds[] = {FunctionKind::kPlain, FunctionKind::kGenerator,
                                   FunctionKind::kCoroutine, FunctionKind::kAsyncGenerator};

std::string made(unsigned seed, FunctionKind kind) {
  std::mt19937 random(seed);
  std::vector<std::uint8_t> bytes(300);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random());
  Choices choices(bytes);
  return functionText(choices, kind);
}

TEST(FunctionText, EachCompilesAndEnds) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    const FunctionKind kind = kKinds[seed % std::size(kKinds)];
    const Subject subject = Subject::generated(made(seed, kind), kind, "(1,)");
    EXPECT_NE(runPlain(subject).outcome, "");
  }
}

TEST(FunctionText, SameBytesSameTextAndOtherBytesOther) {
  std::set<std::string> texts;
  for (unsigned seed = 0; seed < 100; ++seed) {
    texts.insert(made(seed, FunctionKind::kPlain));
    EXPECT_TRUE(texts.contains(made(seed, FunctionKind::kPlain)));
  }
  EXPECT_EQ(texts.size(), 100u);
}

TEST(FunctionText, ContainsEveryConstruct) {
  std::string all;
  for (unsigned seed = 0; seed < 400; ++seed) all += made(seed, kKinds[seed % std::size(kKinds)]);
  for (const char* construct :
       {"while",   "for v",       "continue",     "break",           "finally:",
        "except*", "except (",    "with manager", "async with",      "async for",
        "match",   "case Box(",   "lambda",       "yield from",      "await",
        "del a",   "nonlocal x",  "starred(*",    "keyed(",          ":=",
        "raise\n", " from keep(", "assert",       "for i in range(", "sum("}) {
    EXPECT_NE(all.find(construct), std::string::npos) << construct;
  }
}

}  // namespace
}  // namespace suture::fuzzers
