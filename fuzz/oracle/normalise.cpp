#include "fuzz/oracle/normalise.h"

namespace suture::oracle {

std::string normalised(std::string_view text) {
  constexpr std::string_view kMark = " at 0x";
  constexpr std::string_view kDigits = "0123456789abcdefABCDEF";
  std::string out;
  size_t from = 0;
  for (size_t at = text.find(kMark); at != std::string_view::npos; at = text.find(kMark, from)) {
    out += text.substr(from, at - from);
    const size_t digits = at + kMark.size();
    from = std::min(text.find_first_not_of(kDigits, digits), text.size());
    out += kMark;
    if (from > digits) out += "…";
  }
  out += text.substr(from);
  return out;
}

void normaliseAll(nlohmann::json& value) {
  if (value.is_string()) {
    std::string& text = value.get_ref<std::string&>();
    if (text.find(" at 0x") != std::string::npos) text = normalised(text);
  } else if (value.is_structured()) {
    for (nlohmann::json& item : value) normaliseAll(item);
  }
}

}  // namespace suture::oracle
