// Takes out of a text what differs between any two processes: the addresses that `repr` prints.
//
//   normalised("<cell at 0x7f01a2: int object at 0x7f99>")  ==  "<cell at 0x…: int object at 0x…>"
//
// Only " at 0x…" is taken: a hexadecimal number a program prints for itself stays compared.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace suture::oracle {

std::string normalised(std::string_view text);
/// The same for every string inside a JSON value (keys excepted).
void normaliseAll(nlohmann::json& value);

}  // namespace suture::oracle
