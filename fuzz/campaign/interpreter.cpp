#include "fuzz/campaign/interpreter.h"

#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <sstream>

#include "core/py/embed.h"
#include "fuzz/campaign/process.h"
#include "fuzz/driver/driver.h"

namespace suture::campaign {

void startInterpreter() {
  std::vector<std::string> paths;
  if (const char* given = std::getenv("PYTHONPATH")) {
    std::istringstream entries(given);
    for (std::string entry; std::getline(entries, entry, ':');) {
      if (!entry.empty()) paths.push_back(entry);
    }
  }
  paths.emplace_back(SUTURE_PYTHON_MODULES);
  // NumPy's linear algebra would keep a thread spinning, which no program of ours is worth.
  setenv("OPENBLAS_NUM_THREADS", "1", 0);
  [[maybe_unused]] static const auto* running =
      new py::EmbeddedInterpreter({.importPaths = paths,
                                   .arguments = {"suture"},
                                   .installSignalHandlers = true,
                                   .hashSeed = 0});
}

nlohmann::json askInterpreter(
    const std::function<py::Result<nlohmann::json>(driver::Driver&)>& work) {
  const ChildEnd end = runInChild({.time = std::chrono::minutes(1), .memoryBytes = 0}, [&] {
    becomeWorker(getppid());
    startInterpreter();
    driver::Driver driver;
    py::Result<nlohmann::json> answer = work(driver);
    if (answer) return answer->dump();
    const nlohmann::json broken = {{"broken", driver::inOneLine(std::move(answer).error())}};
    return broken.dump();
  });
  if (end.report) return nlohmann::json::parse(*end.report);
  return {{"broken", "a probe of the interpreter ended: " + end.ending + "\n" + end.err}};
}

}  // namespace suture::campaign
