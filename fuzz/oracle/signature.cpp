#include "fuzz/oracle/signature.h"

#include <fmt/format.h>

namespace suture::oracle {
namespace {

// "exception.traceback[2].line" and "stdout:14" lose their numbers.
std::string withoutNumbers(std::string_view path) {
  std::string out;
  bool inside = false;
  for (char c : path) {
    if (c == '[' || c == ':') inside = true;
    if (!inside) out += c;
    if (c == ']') inside = false;
  }
  return out;
}

}  // namespace

std::string signature(const Difference& difference, std::string_view caseName) {
  const std::string place = withoutNumbers(difference.path);
  const bool telling = difference.field == Field::kEnding || place == "exception.type";
  return fmt::format("{} {}{} in {}", row(difference.field).oracle, place,
                     telling ? " " + difference.actual : "", caseName);
}

std::string assertionLine(std::string_view file, int line, std::string_view function,
                          std::string_view signature) {
  return fmt::format("{}:{}: {}: Assertion `{}' failed.", file, line, function, signature);
}

}  // namespace suture::oracle
