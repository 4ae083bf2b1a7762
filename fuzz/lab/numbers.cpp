#include "fuzz/lab/numbers.h"

#include <Python.h>
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "core/py/check.h"

namespace suture::lab {
namespace {

// C's codes, as in the buffer protocol: https://docs.python.org/3/library/struct.html
struct Element {
  char code;
  std::string_view name;
  std::size_t size;
};
constexpr Element kElements[] = {{'?', "bool", 1},    {'B', "uint8", 1},  {'H', "uint16", 2},
                                 {'I', "uint32", 4},  {'L', "uint64", 8}, {'Q', "uint64", 8},
                                 {'b', "int8", 1},    {'h', "int16", 2},  {'i', "int32", 4},
                                 {'l', "int64", 8},   {'q', "int64", 8},  {'e', "float16", 2},
                                 {'f', "float32", 4}, {'d', "float64", 8}};

const Element& elementOf(const char* format) {
  for (const Element& element : kElements) {
    if (format[0] == element.code && format[1] == '\0') return element;
  }
  SUTURE_CHECK(false, "a tensor has one of the dialect's element types");
}

template <class T>
T read(const char* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <class Bits>
void appendFloating(std::string& out, double number, Bits bits) {
  if (std::isnan(number)) {
    fmt::format_to(std::back_inserter(out), "\"nan:{:0{}x}\"", bits, 2 * sizeof bits);
  } else if (std::isinf(number) || (number == 0 && std::signbit(number))) {
    fmt::format_to(std::back_inserter(out), "\"{}\"", number);
  } else {
    fmt::format_to(std::back_inserter(out), "{}", number);
  }
}

}  // namespace

std::string exactText(double number) {
  if (std::isnan(number)) return fmt::format("nan:{:016x}", std::bit_cast<std::uint64_t>(number));
  return fmt::format("{}", number);
}

std::string_view elementName(const char* format, std::ptrdiff_t itemSize) {
  const Element& element = elementOf(format);
  SUTURE_CHECK(static_cast<std::size_t>(itemSize) == element.size, "elements have their C size");
  return element.name;
}

void appendElement(std::string& out, const char* format, const char* element) {
  const auto integer = [&out](auto number) {
    fmt::format_to(std::back_inserter(out), "{}", number);
  };
  switch (elementOf(format).code) {
    case '?':
      out += *element != 0 ? "true" : "false";
      return;
    case 'B':
      return integer(read<std::uint8_t>(element));
    case 'H':
      return integer(read<std::uint16_t>(element));
    case 'I':
      return integer(read<std::uint32_t>(element));
    case 'L':
    case 'Q':
      return integer(read<std::uint64_t>(element));
    case 'b':
      return integer(static_cast<int>(read<std::int8_t>(element)));
    case 'h':
      return integer(read<std::int16_t>(element));
    case 'i':
      return integer(read<std::int32_t>(element));
    case 'l':
    case 'q':
      return integer(read<std::int64_t>(element));
    case 'e':
      return appendFloating(out, PyFloat_Unpack2(element, PY_LITTLE_ENDIAN),
                            read<std::uint16_t>(element));
    case 'f':
      return appendFloating(out, static_cast<double>(read<float>(element)),
                            read<std::uint32_t>(element));
    default:
      return appendFloating(out, read<double>(element), read<std::uint64_t>(element));
  }
}

}  // namespace suture::lab
