#include "fuzz/driver/driver.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "fuzz/driver/sources.h"

namespace suture::driver {
namespace {

using nlohmann::json;

class DriverTest : public testing::Test {
 protected:
  DriverTest()
      : folder_(std::filesystem::temp_directory_path() /
                ("suture-driver-test-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(folder_);
  }
  ~DriverTest() override { std::filesystem::remove_all(folder_); }

  static Driver& driver() {
    static Driver* installed = new Driver;  // modules stay; one interpreter
    return *installed;
  }
  json load(std::string_view text) {
    const std::filesystem::path path = folder_ / "case_of_driver_test.py";
    std::ofstream(path) << text;
    auto loaded = driver().load("program", path.string());
    EXPECT_TRUE(static_cast<bool>(loaded));
    return *loaded;
  }
  json observe(std::string_view text) {
    EXPECT_TRUE(load(text).contains("cases"));
    auto function = driver().caseFunction(0);
    auto counters = driver().noCounters();
    auto seen = driver().observe(0, *function, 0, *counters);
    EXPECT_TRUE(static_cast<bool>(seen));
    return *seen;
  }
  std::filesystem::path folder_;
};

TEST_F(DriverTest, LoadsAProgramOrSaysWhyNot) {
  EXPECT_EQ(load("x = 1\ndef run():\n  pass\n")["cases"][0]["line"], 2);
  EXPECT_EQ(load("def run(:\n")["unloadable"], "does not parse: line 1: invalid syntax");
  EXPECT_EQ(load("1/0\n")["unloadable"],
            "raises while it is imported: ZeroDivisionError('division by zero')");
  EXPECT_EQ(load("x = 1\n")["unloadable"], "has no function run()");
}

TEST_F(DriverTest, DescribesExactTypesBitsAndAliasing) {
  const json zero = observe("def run():\n  return [0.0, True, 1]\n")["result"];
  EXPECT_NE(zero, observe("def run():\n  return [-0.0, True, 1]\n")["result"]);
  EXPECT_NE(zero, observe("def run():\n  return [0.0, 1, 1]\n")["result"]);
  EXPECT_NE(zero, observe("def run():\n  return (0.0, True, 1)\n")["result"]);
  EXPECT_NE(observe("def run():\n  a = []\n  return [a, a]\n")["result"],
            observe("def run():\n  return [[], []]\n")["result"]);
  EXPECT_NE(observe("def run():\n  return {1: 2, 3: 4}\n")["result"],
            observe("def run():\n  return {3: 4, 1: 2}\n")["result"]);
}

TEST_F(DriverTest, DescribesAnExceptionWithItsChainAndLines) {
  const json seen = observe(
      "def run():\n  try:\n    1/0\n  except ZeroDivisionError as e:\n"
      "    e.add_note('n')\n    raise KeyError('k') from e\n")["exception"];
  EXPECT_EQ(seen["type"], "builtins.KeyError");
  EXPECT_EQ(seen["arguments"][0], "'k'");
  EXPECT_EQ(seen["suppress_context"], true);
  EXPECT_EQ(seen["traceback"].size(), 1u);
  EXPECT_EQ(seen["traceback"][0]["line"], 6);
  EXPECT_EQ(seen["cause"]["notes"], "['n']");
  EXPECT_EQ(seen["context"], "met above");
}

TEST_F(DriverTest, SurvivesTextsThatAreNotText) {
  EXPECT_EQ(observe("def run():\n  return '\\udc80'\n")["result"]["repr"], "'\\udc80'");
  const json seen = observe(
      "class E(Exception):\n  def __str__(self):\n    return '\\ud800'\n"
      "  def __repr__(self):\n    raise KeyError\ndef run():\n  raise E(E())\n")["exception"];
  EXPECT_EQ(seen["text"], "\\ud800");
  EXPECT_EQ(seen["arguments"][0], "<repr raised builtins.KeyError>");
}

TEST_F(DriverTest, TheSourcesOfTheDoctorLoad) {
  EXPECT_TRUE(load(source("doctor_returns")).contains("cases"));
  EXPECT_TRUE(load(source("doctor_raises")).contains("cases"));
  EXPECT_TRUE(load(source("doctor_stops")).contains("cases"));
}

}  // namespace
}  // namespace suture::driver
