// The types of the IL (types.def), and the types that names carry.
//
//   typeOfName("t3") == Type::kTensor;      typeOfName("total") == Type::kAny;
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace suture::il {

enum class Type : std::uint8_t {
#define TYPE(id, prefix, text) k##id,
#include "fuzz/il/types.def"
#undef TYPE
};

/// A name of a prefix and a number: its type and its number.
struct TypedName {
  Type type = Type::kAny;
  int number = 0;
};

std::string_view prefixOf(Type type);
std::optional<TypedName> readTypedName(std::string_view name);
/// Type::kAny for any other name.
Type typeOfName(std::string_view name);
bool isTensor(Type type);

}  // namespace suture::il
