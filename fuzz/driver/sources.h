// The Python half of the driver as text, built into the binary.
#pragma once

#include <span>
#include <string_view>

namespace suture::driver {

struct Source {
  std::string_view name;  ///< of the module, e.g. "describe"
  std::string_view text;
};

/// The Python files of this folder, modules before those that import them.
std::span<const Source> sources();
/// The text of one of them; it must exist.
std::string_view source(std::string_view name);

}  // namespace suture::driver
