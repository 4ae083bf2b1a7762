// Writes a report file whole or not at all: to a temporary file beside it, synced, then renamed.
//
//   if (auto problem = writeWhole("out.json", text)) fmt::print(stderr, "{}\n", *problem);
//
// What holds: at any moment, also after a crash or with a full disk, the path holds the old
// content or the new, never a part. Devices and pipes cannot be replaced and are written directly.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace suture::report {

/// Nothing on success, else a message with the path and the system's reason.
std::optional<std::string> writeWhole(const std::string& path, std::string_view content);
/// A message if the folder of `path` is not there; for checks before a long campaign.
std::optional<std::string> cannotHold(const std::string& path);

}  // namespace suture::report
