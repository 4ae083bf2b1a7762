#include "core/bytecode/line_table.h"

#include <cstdint>
#include <span>

namespace suture::bytecode {

int unitsInLineTable(py::Borrowed<PyCodeObject> code) {
  const std::span table(
      reinterpret_cast<const std::uint8_t*>(PyBytes_AS_STRING(code->co_linetable)),
      static_cast<std::size_t>(PyBytes_GET_SIZE(code->co_linetable)));
  int units = 0;
  for (const std::uint8_t byte : table) {
    // Only an entry's first byte has bit 7; its low three bits are the entry's length less one.
    if ((byte & 0x80) != 0) units += (byte & 7) + 1;
  }
  return units;
}

}  // namespace suture::bytecode
