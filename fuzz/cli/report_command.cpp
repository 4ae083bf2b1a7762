#include <fmt/format.h>

#include <cstdio>

#include "fuzz/cli/store_options.h"
#include "fuzz/store/contents.h"
#include "fuzz/store/database.h"

namespace suture::cli {

using report::ExitCode;

void addStoreOptions(CLI::App& run, RunOptions& options) {
  CLI::Option* store = run.add_option(
      "--store", options.store,
      "File that keeps counts and findings of campaigns; what it knows is no new finding");
  run.add_flag("--resume", options.resume,
               "Go on with the last campaign of the store that was asked for like this one and was "
               "killed or interrupted")
      ->needs(store);
}

CLI::App& addReportCommand(CLI::App& app, ReportOptions& options) {
  CLI::App& command = *app.add_subcommand("report", "What a store holds");
  command.add_option("--store", options.store, "The file of suture run --store")->required();
  command.add_flag("--json", options.json, "As JSON");
  return command;
}

ExitCode reportStore(const ReportOptions& options) {
  try {
    const store::Contents contents = store::read(options.store);
    const std::string page = options.json
                                 ? store::toJson(contents).dump(
                                       2, ' ', false, nlohmann::json::error_handler_t::replace) +
                                       "\n"
                                 : store::text(contents);
    if (std::fputs(page.c_str(), stdout) >= 0 && std::fflush(stdout) == 0) return ExitCode::kClean;
    fmt::print(stderr, "suture: the report cannot be written\n");
    return ExitCode::kBroken;
  } catch (const store::StoreError& error) {
    fmt::print(stderr, "suture: {}\n", error.what());
    return error.kind() == store::StoreError::Kind::kWrongFile ? ExitCode::kUsage
                                                               : ExitCode::kBroken;
  }
}

}  // namespace suture::cli
