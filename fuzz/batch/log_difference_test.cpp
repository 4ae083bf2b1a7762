#include "fuzz/batch/log_difference.h"

#include <gtest/gtest.h>

namespace suture::batch {
namespace {

constexpr std::string_view kPlain =
    "{\"observe\":[1],\"modes\":[]}\n"
    "{\"effect\":[\"enter\"],\"modes\":[]}\n"
    "{\"brk\":1,\"frame\":{\"locals\":{\"t1\":[\"#0\",\"Tensor\",\"float64\",[1],[1.5]],\"i1\":1}},"
    "\"modes\":[[\"#1\",\"M1\",[\"calls\",2]]]}\n"
    "{\"died\":0}\n"
    "{\"call\":[\"returned\",[0,\"tuple\",1,true]],\"heap\":[[1,\"list\",2]],\"globals\":[],"
    "\"modes\":[]}\n"
    "{\"end\":[\"returned\"],\"globals\":[],\"thread\":{\"recursion\":0},\"modes\":[]}\n";

std::string replaced(std::string_view from, std::string_view to) {
  std::string text(kPlain);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

struct Row {
  std::string_view from, to, oracle, signature;
};

class EachPart : public testing::TestWithParam<Row> {};

TEST_P(EachPart, IsSeenByItsOracleAndByNoOther) {
  const Row& row = GetParam();
  const std::string other = replaced(row.from, row.to);
  const auto found = firstDifference(kPlain, other, Oracles::all());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->oracle(), row.oracle);
  EXPECT_EQ(found->signature(), row.signature);
  EXPECT_TRUE(firstDifference(kPlain, other, *Oracles::parse(row.oracle)));
  for (const std::string_view id : {"O1", "O2", "O3", "O6", "O7", "O8"}) {
    if (id != row.oracle) EXPECT_FALSE(firstDifference(kPlain, other, *Oracles::parse(id))) << id;
  }
}

INSTANTIATE_TEST_SUITE_P(
    Rows, EachPart,
    testing::Values(Row{"[1],\"modes\"", "[true],\"modes\"", "O1", "O1 at observe: observe"},
                    Row{"1,true]", "1,1]", "O1", "O1 at call: call.tuple"},
                    Row{"1,true]", "1]", "O1", "O1 at call: call.tuple length"},
                    Row{"\"returned\",[0", "\"raised\",[0", "O1", "O1 at call: call"},
                    Row{"\"calls\",2", "\"calls\",3", "O2", "O2 at modes: contents"},
                    Row{"[\"#1\",\"M1\",[\"calls\",2]]", "", "O2", "O2 at modes: length"},
                    Row{"\"#1\",\"M1\"", "\"#2\",\"M1\"", "O2", "O2 at modes: which"},
                    Row{"[1,\"list\",2]", "[1,\"list\",3]", "O3", "O3 at heap: heap.list"},
                    Row{"[\"enter\"]", "[\"exit\"]", "O3", "O3 at effect: effect"},
                    Row{"[1.5]", "[1.25]", "O6", "O6 at frame: locals"},
                    Row{"float64", "float32", "O6", "O6 at frame: locals"},
                    Row{"\"i1\":1", "\"i1\":\"unbound\"", "O6", "O6 at frame: locals"},
                    Row{"{\"died\":0}\n", "", "O7", "O7 at died: died"},
                    Row{"\"recursion\":0", "\"recursion\":1", "O8",
                        "O8 at thread: thread.recursion"}));

TEST(LogDifference, EqualTextsHaveNone) {
  EXPECT_FALSE(firstDifference(kPlain, kPlain, Oracles::all()));
}

TEST(LogDifference, ALineInAnotherPlaceIsSeenByWhoseLineItIs) {
  std::string moved(kPlain);
  const std::string died = "{\"died\":0}\n";
  moved.erase(moved.find(died), died.size());
  moved.insert(moved.find("{\"effect\""), died);
  const auto found = firstDifference(kPlain, moved, Oracles::all());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->oracle(), "O7");
  EXPECT_FALSE(firstDifference(kPlain, moved, *Oracles::parse("O1,O2,O3,O6,O8")));
}

TEST(LogDifference, ALogThatEndsEarlyDiffers) {
  const std::string cut(kPlain.substr(0, kPlain.find("{\"call\"")));
  const auto found = firstDifference(kPlain, cut, Oracles::all());
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->signature(), "O1 at log: order");
}

TEST(LogDifference, GoingOnElsewhereIsOneDifferenceWhateverComesNext) {
  const std::string probe =
      "{\"inspect\":0,\"frame\":{\"function\":\"f1\",\"line\":3},\"modes\":[]}\n";
  const std::string another =
      "{\"inspect\":0,\"frame\":{\"function\":\"f1\",\"line\":5},\"modes\":[]}\n";
  const std::string call = "{\"call\":[\"raised\",1],\"modes\":[]}\n";
  for (const std::string& other : {another, call, std::string()}) {
    EXPECT_EQ(firstDifference(probe, other, Oracles::all())->signature(), "O6 at frame: place");
    EXPECT_EQ(firstDifference(other, probe, Oracles::all())->signature(), "O6 at frame: place");
  }
}

TEST(LogDifference, WhichExceptionItIsIsTheProgramsOwn) {
  for (const std::string type : {"KeyError", "ExceptionGroup"}) {
    const std::string plain =
        "{\"call\":[\"raised\",[\"#1\",\"" + type + "\",[1]]],\"modes\":[]}\n";
    std::string other = plain;
    other.replace(other.find("[1]"), 3, "[2]");
    EXPECT_EQ(firstDifference(plain, other, Oracles::all())->signature(),
              "O1 at call: call.exception");
  }
}

TEST(LogDifference, TheSubjectIsTheSameWhereverItShows) {
  const auto subject = [](const std::string& plain, const std::string& other) {
    return firstDifference(plain, other, Oracles::all())->subject();
  };
  const std::string error = "[\"#1\",\"KeyError\",[2,\"tuple\"],[[\"f1\",7]],null,null,false]";
  const auto changed = [&](std::string_view from, std::string_view to) {
    std::string other = error;
    return other.replace(other.find(from), from.size(), to);
  };
  for (const std::string head : {"{\"call\":[\"raised\",", "{\"observe\":[", "{\"effect\":["}) {
    EXPECT_EQ(subject(head + error + "]}\n", head + changed("7", "6") + "]}\n"),
              "O1 at exception: traceback");
    EXPECT_EQ(subject(head + error + "]}\n", head + changed("false", "true") + "]}\n"),
              "O1 at exception: what is handled");
    EXPECT_EQ(subject(head + "1]}\n", head + "2]}\n"), "O1 at program");
  }
  EXPECT_EQ(subject("{\"inspect\":0,\"frame\":{\"handling\":1}}\n",
                    "{\"inspect\":0,\"frame\":{\"handling\":null}}\n"),
            "O1 at exception: what is handled");
  EXPECT_EQ(subject("{\"inspect\":0,\"frame\":{\"locals\":{\"t1\":\"unbound\"}}}\n",
                    "{\"inspect\":0,\"frame\":{\"locals\":{\"t1\":null}}}\n"),
            "O6 at frame: unbound");
  EXPECT_EQ(subject("{\"observe\":[],\"modes\":[]}\n", "{\"observe\":[],\"modes\":[1]}\n"),
            "O2 at modes");
  EXPECT_EQ(subject("{\"died\":0}\n{\"died\":1}\n", "{\"died\":1}\n{\"died\":0}\n"),
            "O7 at died: died");
}

TEST(LogDifference, WhatHoldsAnObjectComesBeforeItsDeath) {
  const std::string died = "{\"died\":0}\n";
  const std::string plain = died + "{\"observe\":[],\"modes\":[]}\n";
  const std::string held = "{\"observe\":[],\"modes\":[[\"#0\",\"M1\"]]}\n" + died;
  EXPECT_EQ(firstDifference(plain, held, Oracles::all())->signature(), "O2 at modes: length");
  EXPECT_FALSE(firstDifference(plain, held, *Oracles::parse("O7")));
  const std::string elsewhere = "{\"observe\":[],\"modes\":[]}\n" + died;
  EXPECT_EQ(firstDifference(plain, elsewhere, Oracles::all())->signature(), "O7 at died: died");
}

TEST(LogDifference, WhatIsWrongLaterComesBeforeADeath) {
  const auto log = [](int died, int value) {
    return "{\"died\":" + std::to_string(died) +
           "}\n{\"observe\":[1],\"modes\":[]}\n{\"observe\":[" + std::to_string(value) +
           "],\"modes\":[]}\n";
  };
  EXPECT_EQ(firstDifference(log(0, 1), log(7, 2), Oracles::all())->oracle(), "O1");
  EXPECT_EQ(firstDifference(log(0, 1), log(7, 1), Oracles::all())->oracle(), "O7");
}

TEST(LogDifference, ModesComeBeforeTheValueThatTheyMadeWrong) {
  const auto log = [](int value, const char* after) {
    return "{\"observe\":[" + std::to_string(value) +
           "],\"modes\":[]}\n{\"observe\":[],\"modes\":[" + after + "]}\n";
  };
  EXPECT_EQ(firstDifference(log(1, ""), log(2, "[\"#0\",\"M1\"]"), Oracles::all())->signature(),
            "O2 at modes: length");
  EXPECT_EQ(firstDifference(log(1, ""), log(2, ""), Oracles::all())->oracle(), "O1");
}

TEST(OraclesTest, NamesParseAndOthersAreRefused) {
  EXPECT_TRUE(Oracles::parse(Oracles::names()));
  EXPECT_FALSE(Oracles::parse("O1,O99"));
  EXPECT_FALSE(Oracles::parse(""));
}

TEST(WhoSees, EachOracleLooksAlone) {
  std::string other = replaced("\"t1\":[\"#0\"", "\"t1\":[\"#9\"");
  other = other.replace(other.find("{\"died\":0}"), 10, "{\"died\":9}");
  EXPECT_EQ(whoSees(kPlain, other, Oracles::all()), (std::vector<std::string>{"O6", "O7"}));
  EXPECT_EQ(whoSees(kPlain, other, *Oracles::parse("O1,O7")), std::vector<std::string>{"O7"});
  EXPECT_TRUE(whoSees(kPlain, kPlain, Oracles::all()).empty());
}

}  // namespace
}  // namespace suture::batch
