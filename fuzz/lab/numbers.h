// Elements of tensors, and floats, as text that keeps every bit.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace suture::lab {

/// "1.5", "1", "-0", "inf": the shortest that reads back; "nan:7ff8…" with its bits.
std::string exactText(double number);
/// "float32" of a buffer's format and item size in bytes.
std::string_view elementName(const char* format, std::ptrdiff_t itemSize);
/// Appends an element as JSON: 1.5, 7, true, or "nan:7fc00000", "inf", "-0". 1.0 is 1: what it is an
/// element of tells its type.
void appendElement(std::string& out, const char* format, const char* element);

}  // namespace suture::lab
