// What a reader sees last: names t1, t2, … and breaks 1, 2, … in the order in which they come.
#include <map>

#include "fuzz/generate/places.h"
#include "fuzz/reduce/passes.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Op;

Lines renamed(const Lines& lines, const std::function<std::string(const std::string&)>& by) {
  Line all;
  for (const Line& line : lines) all.insert(all.end(), line.begin(), line.end());
  generate::rename(all, by);
  Lines made;
  auto from = all.begin();
  for (const Line& line : lines) {
    const auto end = from + static_cast<std::ptrdiff_t>(line.size());
    made.emplace_back(from, end);
    from = end;
  }
  return made;
}

// All names at once. Members of classes keep theirs, which begin at 0.
Lines withNames(const Lines& lines) {
  std::map<il::Type, int> numbers;
  std::map<std::string, std::string> names;
  return renamed(lines, [&](const std::string& name) {
    std::string& by = names[name];
    if (by.empty()) {
      const il::Type type = il::typeOfName(name);
      by = std::string(il::prefixOf(type)) + std::to_string(++numbers[type]);
    }
    return by;
  });
}

Lines withBreaks(const Lines& lines) {
  std::map<std::string, std::string> numbers;
  Lines made = lines;
  for (Line& line : made) {
    for (std::size_t i = 1; i < line.size(); ++i) {
      const bool isBreak = line[i - 1].op == Op::kLab && line[i - 1].text == "brk";
      if (!isBreak || line[i].op != Op::kConstant) continue;
      std::string& by = numbers[line[i].text];
      if (by.empty()) by = std::to_string(numbers.size());
      line[i].text = by;
    }
  }
  return made;
}

}  // namespace

void renumber(Search& search) {
  search.propose(withNames(search.lines()));
  search.propose(withBreaks(search.lines()));
}

}  // namespace suture::reduce
