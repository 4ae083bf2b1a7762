#include "fuzz/batch/log_lines.h"

#include "core/py/faults.h"

namespace suture::batch {

std::vector<std::string_view> logLines(std::string_view log) {
  std::vector<std::string_view> lines;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    lines.push_back(line);
    log.remove_prefix(line.size() == log.size() ? line.size() : line.size() + 1);
  }
  if (py::faultActive(py::Fault::kH08) && !lines.empty()) lines.pop_back();
  return lines;
}

}  // namespace suture::batch
