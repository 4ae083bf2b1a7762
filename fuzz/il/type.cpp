#include "fuzz/il/type.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace suture::il {
namespace {

constexpr std::string_view kPrefixes[] = {
#define TYPE(id, prefix, text) prefix,
#include "fuzz/il/types.def"
#undef TYPE
};

// The types whose prefix is one letter, by that letter.
constexpr auto kByLetter = [] {
  std::array<Type, 128> types{};
  for (std::size_t i = 0; i < std::size(kPrefixes); ++i) {
    if (kPrefixes[i].size() == 1) {
      types[static_cast<unsigned char>(kPrefixes[i][0])] = static_cast<Type>(i);
    }
  }
  return types;
}();

bool isDigit(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::string_view prefixOf(Type type) { return kPrefixes[static_cast<std::size_t>(type)]; }

std::optional<TypedName> readTypedName(std::string_view name) {
  std::size_t digits = name.size();
  while (digits > 0 && isDigit(name[digits - 1])) --digits;
  const std::size_t count = name.size() - digits;
  if (digits == 0 || digits > 2 || count == 0 || count > 6) return std::nullopt;
  if (count > 1 && name[digits] == '0') return std::nullopt;  // a number has one spelling
  Type type = Type::kAny;
  if (digits == 1) {
    type = name[0] < 0 ? Type::kAny : kByLetter[static_cast<unsigned char>(name[0])];
    if (type == Type::kAny && name[0] != prefixOf(Type::kAny)[0]) return std::nullopt;
  } else {
    const auto* found = std::ranges::find(kPrefixes, name.substr(0, digits));
    if (found == std::end(kPrefixes)) return std::nullopt;
    type = static_cast<Type>(found - std::begin(kPrefixes));
  }
  int number = 0;
  for (char c : name.substr(digits)) number = number * 10 + (c - '0');
  return TypedName{type, number};
}

Type typeOfName(std::string_view name) {
  const auto read = readTypedName(name);
  return read ? read->type : Type::kAny;
}

bool isTensor(Type type) {
  return type == Type::kTensor || type == Type::kMatrix || type == Type::kScalar ||
         type == Type::kMask;
}

}  // namespace suture::il
