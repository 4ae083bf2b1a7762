#include "core/bytecode/handlers.h"

#include <algorithm>

namespace suture::bytecode {
namespace {

/// Numbers of six bits a byte, the highest first; bit 6 says that more follow. Bit 7 marks the
/// first byte of an entry and carries no value.
class Reader {
 public:
  explicit Reader(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}
  bool done() const { return bytes_.empty(); }

  std::optional<int> number() {
    int value = 0;
    for (int groups = 0; groups < 5; ++groups) {
      if (bytes_.empty()) return std::nullopt;
      const std::uint8_t byte = bytes_.front();
      bytes_ = bytes_.subspan(1);
      value = (value << 6) | (byte & 0x3f);
      if ((byte & 0x40) == 0) return value;
    }
    return std::nullopt;
  }

 private:
  std::span<const std::uint8_t> bytes_;
};

}  // namespace

std::optional<HandlerTable> HandlerTable::parse(std::span<const std::uint8_t> table) {
  HandlerTable result;
  CodeOffset previousEnd(0);
  for (Reader reader(table); !reader.done();) {
    const auto start = reader.number();
    const auto length = reader.number();
    const auto target = reader.number();
    const auto depthAndLasti = reader.number();
    if (!start || !length || !target || !depthAndLasti) return std::nullopt;
    const Handler handler{CodeOffset(*start), CodeOffset(*start + *length), CodeOffset(*target),
                          StackDepth(*depthAndLasti >> 1), (*depthAndLasti & 1) != 0};
    if (handler.start < previousEnd || handler.end <= handler.start) return std::nullopt;
    previousEnd = handler.end;
    result.handlers_.push_back(handler);
  }
  return result;
}

std::optional<HandlerTable> HandlerTable::of(py::Borrowed<PyCodeObject> code) {
  PyObject* table = code->co_exceptiontable;
  return parse({reinterpret_cast<const std::uint8_t*>(PyBytes_AS_STRING(table)),
                static_cast<std::size_t>(PyBytes_GET_SIZE(table))});
}

const Handler* HandlerTable::find(CodeOffset at) const {
  const auto after = std::ranges::upper_bound(handlers_, at, {}, &Handler::start);
  if (after == handlers_.begin()) return nullptr;
  const Handler& candidate = *(after - 1);
  return at < candidate.end ? &candidate : nullptr;
}

}  // namespace suture::bytecode
