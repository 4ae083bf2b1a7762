#include "fuzz/cli/corpus_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "fuzz/batch/distill.h"
#include "fuzz/campaign/corpus_look.h"
#include "fuzz/campaign/generated.h"
#include "fuzz/campaign/input.h"
#include "fuzz/report/file.h"

namespace suture::cli {
namespace {

namespace fs = std::filesystem;
using campaign::Input;
using campaign::Look;
using campaign::StoredProgram;
using report::ExitCode;

constexpr const char* kCheckFooter =
    R"(Of each program: it parses; the IL gives its text back; it has a docstring that tells its one idea
and a function run(); it runs plain the same twice, the heap shaken in between; it ends, or raises only
what was planned; it stands in a family, a folder of the one given. corpus/README.md has the format.

Exit codes: 0 all hold, 2 wrong use, 3 harness broken, 4 a program is not what it must be, 5 no program.)";
constexpr const char* kDistillFooter =
    R"(A situation is a combination of the kind of probe, how many modes are active, live temporaries and NULL
slots of the frame, whether an exception is handled, how deep the calls are. Programs that mark no
function, that raise what was not planned, or that are not the same twice are left out, and counted.

  suture corpus distill --programs 2000 --seed 7 --output corpus/grown
  suture corpus distill --output small corpus/seeds suture-findings

Exit codes: 0 written, 2 wrong use, 3 harness broken, 5 no program that meets anything.)";

struct Named {
  std::string label;  ///< as the user named it
  std::string name;   ///< below the folder that was given: "frames/a.py"
  StoredProgram program;
};

ExitCode refuse(const std::string& message, ExitCode code) {
  fmt::print(stderr, "suture: corpus: {}\n", message);
  return code;
}

std::string contentOf(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::variant<std::vector<Named>, std::string> programsOf(const std::vector<std::string>& inputs) {
  const campaign::Inputs found = campaign::expandInputs(inputs, {});
  if (found.error) return *found.error;
  std::vector<Named> programs;
  for (const Input& input : found.list) {
    const bool isMarked = input.kind == Input::Kind::kMarked;
    if (!isMarked && input.kind != Input::Kind::kProgram) {
      return input.label + ": takes programs and folders of them";
    }
    programs.push_back({input.label, input.name, {input.what, contentOf(input.what), isMarked}});
  }
  return programs;
}

std::variant<std::vector<Look>, std::string> lookAt(const std::vector<Named>& programs) {
  std::vector<StoredProgram> all;
  for (const Named& one : programs) all.push_back(one.program);
  return campaign::lookAt(all);
}

// The folder that a program stands in, of those below the one given; empty: in none.
std::string familyOf(const Named& program) { return fs::path(program.name).parent_path().string(); }

ExitCode check(const std::vector<Named>& programs, const std::vector<Look>& looks) {
  std::size_t wrong = 0;
  std::set<std::string> families;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    std::vector<std::string> problems = looks[i].problems;
    const std::string family = familyOf(programs[i]);
    if (family.empty()) {
      problems.emplace_back("stands in no family");
    } else {
      families.insert(family);
    }
    for (const std::string& problem : problems) {
      fmt::print("{}: {}\n", programs[i].label, problem);
    }
    wrong += problems.empty() ? 0 : 1;
  }
  fmt::print("{} programs in {} families; {} not what they must be\n", programs.size(),
             families.size(), wrong);
  return wrong == 0 ? ExitCode::kClean : ExitCode::kGateMissed;
}

std::vector<Named> generated(const CorpusOptions& options) {
  std::vector<Named> programs;
  for (std::uint64_t index = 0; index < options.programs; ++index) {
    const std::string text =
        fmt::format("\"\"\"Generated: program {} of seed {}.\"\"\"\n", index, options.seed) +
        campaign::generatedProgram(options.seed, index);
    const std::string name = fmt::format("generated/seed{}_{}.py", options.seed, index);
    programs.push_back({fmt::format("generated:{}", index), name, {"", text, true}});
  }
  return programs;
}

// Where two folders have a program of the same name, the later one gets a number.
std::string fresh(const std::string& name, std::set<std::string>& taken) {
  const fs::path path = familyOf({.label = {}, .name = name, .program = {}}).empty()
                            ? fs::path("others") / name
                            : fs::path(name);
  fs::path made = path;
  for (int number = 2; !taken.insert(made.string()).second; ++number) {
    made = path.parent_path() / fmt::format("{}_{}.py", path.stem().string(), number);
  }
  return made.string();
}

std::optional<std::string> write(const std::vector<const Named*>& kept, const fs::path& output) {
  const fs::path part = output.string() + fmt::format(".part-{}", getpid());
  std::error_code error;
  std::set<std::string> taken;
  const auto failed = [&](std::string why) {
    fs::remove_all(part, error);
    return why;
  };
  for (const Named* one : kept) {
    const fs::path path = part / fresh(one->name, taken);
    fs::create_directories(path.parent_path(), error);
    if (auto problem = report::writeWhole(path.string(), one->program.text))
      return failed(*problem);
  }
  fs::rename(part, output, error);  // over an empty folder, too
  if (!error) return std::nullopt;
  return failed(output.string() + ": cannot be written: " + error.message());
}

ExitCode distill(const CorpusOptions& options, const std::vector<Named>& programs,
                 const std::vector<Look>& looks) {
  std::vector<const Named*> able;
  std::vector<batch::Candidate> candidates;
  for (std::size_t i = 0; i < programs.size(); ++i) {
    if (!looks[i].isSound || looks[i].features.empty()) continue;
    able.push_back(&programs[i]);
    candidates.push_back({looks[i].features, programs[i].program.text.size()});
  }
  std::vector<const Named*> kept;
  std::set<std::uint32_t> features;
  for (const std::size_t i : batch::distilled(candidates)) {
    kept.push_back(able[i]);
    features.insert(candidates[i].features.begin(), candidates[i].features.end());
  }
  if (kept.empty()) return refuse("no program meets a situation", ExitCode::kNothingRan);
  if (auto problem = write(kept, options.output)) return refuse(*problem, ExitCode::kBroken);
  fmt::print("{} of {} programs meet the same {} situations ({} left out): {}\n", kept.size(),
             able.size(), features.size(), programs.size() - able.size(), options.output);
  return ExitCode::kClean;
}

std::optional<std::string> cannotBeMade(const std::string& output) {
  std::error_code none;
  if (fs::exists(output, none) && !fs::is_empty(output, none)) {
    return "--output " + output + ": is there and not empty: give a new folder";
  }
  const fs::path parent = fs::absolute(output).lexically_normal().parent_path();
  if (fs::is_directory(parent, none)) return std::nullopt;
  return "--output " + output + ": no folder " + parent.string();
}

}  // namespace

CLI::App& addCorpusCommand(CLI::App& app, CorpusOptions& options) {
  CLI::App& command = *app.add_subcommand("corpus", "Folders of programs: check, distill");
  command.require_subcommand(1);
  CLI::App& check = *command.add_subcommand("check", "What must hold of each program on its own");
  check.footer(kCheckFooter);
  check.add_option("inputs", options.inputs,
                   "Programs and folders of them [default: corpus/seeds]");
  CLI::App& distill = *command.add_subcommand(
      "distill", "A small choice of programs that meets the same situations");
  distill.footer(kDistillFooter);
  distill.add_option("inputs", options.inputs, "Programs and folders of them");
  distill.add_option("--programs", options.programs, "How many generated programs besides")
      ->check(CLI::Range(1, 1'000'000));
  distill.add_option("--seed", options.seed, "Seed of the generated ones")->capture_default_str();
  distill.add_option("--output", options.output, "Folder to make")->required();
  distill.callback([&options] { options.isDistill = true; });
  return command;
}

ExitCode corpus(const CorpusOptions& options) {
  std::vector<std::string> inputs = options.inputs;
  if (options.isDistill) {
    if (inputs.empty() && options.programs == 0) {
      return refuse("distill takes programs, folders of them, or --programs N", ExitCode::kUsage);
    }
    if (auto problem = cannotBeMade(options.output)) return refuse(*problem, ExitCode::kUsage);
  } else if (inputs.empty()) {
    inputs = {SUTURE_SOURCE "/corpus/seeds"};
  }
  auto found = programsOf(inputs);
  if (const std::string* why = std::get_if<std::string>(&found)) {
    return refuse(*why, ExitCode::kUsage);
  }
  std::vector<Named> programs = std::get<std::vector<Named>>(std::move(found));
  if (options.isDistill) {
    for (Named& one : generated(options)) programs.push_back(std::move(one));
  }
  if (programs.empty()) return refuse("no program", ExitCode::kNothingRan);
  const auto looks = lookAt(programs);
  if (const std::string* why = std::get_if<std::string>(&looks)) {
    return refuse(*why, ExitCode::kBroken);
  }
  const auto& seen = std::get<std::vector<Look>>(looks);
  return options.isDistill ? distill(options, programs, seen) : check(programs, seen);
}

}  // namespace suture::cli
