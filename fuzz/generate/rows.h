// The rows of weights.def as values, their texts read once.
//
//   rowOf(RowId::kWithMode).weight
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "fuzz/il/program.h"

namespace suture::generate {

enum class RowId : std::uint8_t {
#define GENERATOR(id, weight, needs, text) k##id,
#include "fuzz/generate/weights.def"
#undef GENERATOR
};

inline constexpr std::size_t kRows = 0
#define GENERATOR(id, weight, needs, text) +1
#include "fuzz/generate/weights.def"
#undef GENERATOR
    ;

enum class RowNeeds : std::uint8_t { kNothing, kLoop, kFunction, kYields, kModes, kYieldsAndModes };

struct Row {
  RowId id;
  std::string_view name;
  int weight;
  RowNeeds needs;
  std::vector<il::Instruction> pattern;  ///< with names that stand for something
  std::vector<il::Type> olds, owns;      ///< types of which a name must be bound
  bool callsGenerator = false;
  bool hasBlock = false;
  bool hasLoop = false;  ///< or a function, which may be called in one
};

std::span<const Row> rows();
inline const Row& rowOf(RowId id) { return rows()[static_cast<std::size_t>(id)]; }

/// How often each row was used in making a program.
using RowCounts = std::array<std::uint16_t, kRows>;

/// "t_new2" of a pattern: type, "new", the whole as key. No value for other names.
struct Stand {
  il::Type type;
  std::string_view kind;
};
bool readStand(std::string_view name, Stand& stand);

}  // namespace suture::generate
