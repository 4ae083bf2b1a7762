#include "fuzz/campaign/input.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace suture::campaign {
namespace {

namespace fs = std::filesystem;
constexpr std::string_view kTests = "cpython-tests";
constexpr std::string_view kGenerated = "generated:";
constexpr std::string_view kMark = "@lab.compiled";

Input testModule(std::string_view name) {
  const std::string full =
      name.starts_with("test_") ? std::string(name) : "test_" + std::string(name);
  return {Input::Kind::kTestModule, full, full, full};
}

void addTests(std::string_view list, std::vector<Input>& into) {
  std::istringstream names{std::string(list)};
  for (std::string name; std::getline(names, name, ',');) into.push_back(testModule(name));
}

bool marksIn(std::istream& text) {
  for (std::string line; std::getline(text, line);) {
    const std::size_t word = line.find_first_not_of(" \t");
    if (word != std::string::npos && line.compare(word, kMark.size(), kMark) == 0) return true;
  }
  return false;
}

bool isMarked(const fs::path& path) {
  std::ifstream file(path);
  return marksIn(file);
}

Input program(const fs::path& path, const fs::path& folder) {
  return {isMarked(path) ? Input::Kind::kMarked : Input::Kind::kProgram,
          fs::absolute(path).lexically_normal().string(), path.string(),
          path.lexically_relative(folder).string()};
}

std::optional<std::uint64_t> numberIn(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::optional<std::string> addFolder(const fs::path& folder, std::vector<Input>& into) {
  std::error_code error;
  std::vector<fs::path> found;
  auto entry = fs::recursive_directory_iterator(folder, error);
  for (; !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
    if (entry->path().extension() == ".py" && entry->is_regular_file(error)) {
      found.push_back(entry->path());
    }
  }
  if (error) return folder.string() + ": cannot be read: " + error.message();
  std::sort(found.begin(), found.end());
  for (const fs::path& path : found) into.push_back(program(path, folder));
  return std::nullopt;
}

std::optional<std::string> addPath(const fs::path& path, std::vector<Input>& into) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (status.type() == fs::file_type::not_found) return path.string() + ": no such file or folder";
  if (error) return path.string() + ": cannot be read: " + error.message();
  if (fs::is_directory(status)) return addFolder(path, into);
  if (!std::ifstream(path)) return path.string() + ": cannot be read";
  into.push_back(program(path, path.parent_path()));
  return std::nullopt;
}

}  // namespace

bool marksFunctions(const std::string& text) {
  std::istringstream stream(text);
  return marksIn(stream);
}

std::optional<GeneratedRange> generatedRange(std::string_view text) {
  const std::size_t dash = std::min(text.find('-'), text.size());
  const auto first = numberIn(text.substr(0, dash));
  const auto last = dash == text.size() ? first : numberIn(text.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  return GeneratedRange{*first, *last};
}

std::string caseName(const Input& input, std::string_view name) {
  if (input.kind != Input::Kind::kTestModule) return input.name;
  return input.name + ":" + std::string(name);
}

Inputs expandInputs(std::span<const std::string> arguments, std::span<const std::string> modules) {
  Inputs inputs;
  for (const std::string& argument : arguments) {
    if (argument == kTests) {
      for (const std::string& name : modules) inputs.list.push_back(testModule(name));
    } else if (argument.starts_with(std::string(kTests) + ":")) {
      addTests(std::string_view(argument).substr(kTests.size() + 1), inputs.list);
    } else if (argument.starts_with(kGenerated)) {
      const std::string number = argument.substr(kGenerated.size());
      if (!generatedRange(number)) {
        inputs.error = argument + ": generated: takes the number of a program, or FIRST-LAST";
        return inputs;
      }
      inputs.list.push_back({Input::Kind::kGenerated, number, argument, argument});
    } else if (auto error = addPath(argument, inputs.list)) {
      inputs.error = std::move(error);
      return inputs;
    }
  }
  return inputs;
}

std::optional<std::vector<std::string>> readModuleList(const std::string& path) {
  std::ifstream file(path);
  if (!file) return std::nullopt;
  std::vector<std::string> names;
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line.substr(0, line.find('#')));
    if (std::string word; words >> word) names.push_back(word);
  }
  return names;
}

}  // namespace suture::campaign
