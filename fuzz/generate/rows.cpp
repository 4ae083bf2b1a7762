#include "fuzz/generate/rows.h"

#include <algorithm>

#include "fuzz/il/text.h"
#include "fuzz/il/words.h"

namespace suture::generate {
namespace {

struct RowText {
  RowId id;
  std::string_view name;
  int weight;
  RowNeeds needs;
  std::string_view text;
};

constexpr RowText kTexts[] = {
#define GENERATOR(id, weight, needs, text) {RowId::k##id, #id, weight, RowNeeds::needs, text},
#include "fuzz/generate/weights.def"
#undef GENERATOR
};

Row read(const RowText& from) {
  Row row{from.id, from.name, from.weight, from.needs, il::readInstructions(from.text), {}, {}};
  for (const il::Instruction& instruction : row.pattern) {
    row.hasLoop =
        row.hasLoop || instruction.op == il::Op::kFor || instruction.op == il::Op::kCountedWhile;
    for (const std::string& word : il::identifiersIn(instruction.text)) {
      Stand stand{};
      row.hasBlock = row.hasBlock || word == "block";
      row.callsGenerator = row.callsGenerator || word == "g_call";
      if (!readStand(word, stand)) continue;
      if (stand.kind == "old") row.olds.push_back(stand.type);
      if (stand.kind == "own") row.owns.push_back(stand.type);
    }
  }
  return row;
}

}  // namespace

std::span<const Row> rows() {
  static const std::vector<Row> kAll = [] {
    std::vector<Row> all;
    for (const RowText& text : kTexts) all.push_back(read(text));
    return all;
  }();
  return kAll;
}

bool readStand(std::string_view name, Stand& stand) {
  const std::size_t line = name.find('_');
  if (line == 0 || line == std::string_view::npos) return false;
  std::string_view kind = name.substr(line + 1);
  while (!kind.empty() && kind.back() >= '0' && kind.back() <= '9') kind.remove_suffix(1);
  if (kind != "any" && kind != "new" && kind != "old" && kind != "own" && kind != "const") {
    return false;
  }
  stand.kind = kind;
  if (name.substr(0, line) == "x") {
    stand.type = il::Type::kAny;
    return true;
  }
  stand.type = il::typeOfName(std::string(name.substr(0, line)) + "1");
  return stand.type != il::Type::kAny;
}

}  // namespace suture::generate
