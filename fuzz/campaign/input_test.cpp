#include "fuzz/campaign/input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace suture::campaign {
namespace {

namespace fs = std::filesystem;

class InputTest : public testing::Test {
 protected:
  InputTest() {
    fs::remove_all(folder_);
    fs::create_directories(folder_ / "b" / "c");
    for (const char* name : {"z.py", "a.py", "b/c/m.py", "b/note.md"}) {
      std::ofstream(folder_ / name) << "x = 1\n";
    }
  }
  ~InputTest() override { fs::remove_all(folder_); }

  static std::vector<std::string> labels(const Inputs& inputs) {
    std::vector<std::string> found;
    for (const Input& input : inputs.list) found.push_back(input.label);
    return found;
  }
  Inputs expand(std::vector<std::string> arguments, std::vector<std::string> modules = {}) {
    return expandInputs(arguments, modules);
  }
  const std::string name_ = "suture-input-test-" + std::to_string(getpid());
  const fs::path folder_ = fs::temp_directory_path() / name_;
};

TEST_F(InputTest, AFolderGivesItsProgramsInOrder) {
  const Inputs inputs = expand({folder_.string()});
  EXPECT_FALSE(inputs.error);
  EXPECT_THAT(labels(inputs),
              testing::ElementsAre(folder_ / "a.py", folder_ / "b/c/m.py", folder_ / "z.py"));
}

TEST_F(InputTest, NamesForSeedsAreTheSameWhereverTheFolderIs) {
  const auto names = [this](const std::string& argument) {
    std::vector<std::string> found;
    for (const Input& input : expand({argument}).list) found.push_back(caseName(input, "run"));
    return found;
  };
  const auto below = testing::ElementsAre("a.py", "b/c/m.py", "z.py");
  EXPECT_THAT(names(folder_.string()), below);
  EXPECT_THAT(names(folder_.string() + "/"), below);
  EXPECT_THAT(names((folder_ / ".." / name_).string()), below);
  EXPECT_THAT(names((folder_ / "b/c/m.py").string()), testing::ElementsAre("m.py"));
  EXPECT_THAT(names("cpython-tests:with"), testing::ElementsAre("test_with:run"));
}

TEST_F(InputTest, TestModulesAreNamedWithOrWithoutTheirPrefix) {
  EXPECT_THAT(labels(expand({"cpython-tests:grammar,test_with"})),
              testing::ElementsAre("test_grammar", "test_with"));
  EXPECT_THAT(labels(expand({"cpython-tests"}, {"super"})), testing::ElementsAre("test_super"));
}

TEST_F(InputTest, ProgramsThatMarkFunctionsAreAKindOfTheirOwn) {
  std::ofstream(folder_ / "marked.py")
      << "from suture import lab\n\n@lab.compiled\ndef f(): pass\n";
  const auto kindOf = [&](const char* name) {
    return expand({(folder_ / name).string()}).list.at(0).kind;
  };
  EXPECT_EQ(kindOf("marked.py"), Input::Kind::kMarked);
  EXPECT_EQ(kindOf("b/c/m.py"), Input::Kind::kProgram);
}

TEST(MarksFunctions, AreLinesOfTheirOwn) {
  EXPECT_TRUE(marksFunctions("def g():\n    @lab.compiled\n    def f(): pass\n"));
  EXPECT_FALSE(marksFunctions("x = '@lab.compiled'\n"));
  EXPECT_FALSE(marksFunctions(""));
}

TEST_F(InputTest, GeneratedProgramsHaveNumbers) {
  EXPECT_EQ(expand({"generated:7"}).list.at(0).kind, Input::Kind::kGenerated);
  EXPECT_EQ(generatedRange("7")->first, 7U);
  EXPECT_EQ(generatedRange("3-7")->first, 3U);
  EXPECT_EQ(generatedRange("3-7")->last, 7U);
  for (const char* wrong : {"", "-", "7-3", "x", "1-", "-1", "1-2-3", "99999999999999999999"}) {
    EXPECT_FALSE(generatedRange(wrong)) << wrong;
    EXPECT_TRUE(expand({std::string("generated:") + wrong}).error) << wrong;
  }
}

TEST_F(InputTest, WhatCannotBeReadIsSaid) {
  EXPECT_EQ(expand({"nowhere"}).error, "nowhere: no such file or folder");
  fs::create_symlink("loop", folder_ / "loop");
  const Inputs loop = expand({(folder_ / "loop").string()});
  ASSERT_TRUE(loop.error);
  EXPECT_THAT(*loop.error, testing::HasSubstr("cannot be read"));
}

TEST_F(InputTest, ModuleListsHaveComments) {
  std::ofstream(folder_ / "list") << "grammar  # first\n\n# none\nwith  marked\n";
  EXPECT_THAT(*readModuleList((folder_ / "list").string()),
              testing::ElementsAre("grammar", "with"));
  EXPECT_FALSE(readModuleList((folder_ / "nolist").string()));
}

}  // namespace
}  // namespace suture::campaign
