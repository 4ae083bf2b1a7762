// The lines of a log (fuzz/lab/log.h): what probes saw, one after another.
//
//   for (std::string_view line : logLines(log)) …
//
// What holds: borrows the log's text; no line has its newline; a last line without one is a line.
#pragma once

#include <string_view>
#include <vector>

namespace suture::batch {

std::vector<std::string_view> logLines(std::string_view log);

}  // namespace suture::batch
