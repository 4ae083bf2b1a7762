// Names: those of objects of which only the place matters; and what a reader sees last, names t1, t2, … and
// breaks 1, 2, … in the order in which they come.
#include <algorithm>
#include <map>

#include "fuzz/generate/places.h"
#include "fuzz/il/words.h"
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

// With `by` for each instance that is made of classes of this type, and without the classes.
Lines withoutClasses(Lines made, il::Type type, const Line& by) {
  for (Line& line : made) {
    for (std::size_t at = line.size(); at-- > 0;) {
      const Tree tree(line);
      const auto inputs = tree.inputs(at);
      const bool isMade = line[at].op == Op::kCall && line[inputs[0]].op == Op::kName &&
                          il::typeOfName(line[inputs[0]].text) == type;
      if (!isMade) continue;
      const std::size_t first = tree.first(at);
      line = exchanged(line, tree, at, by);
      at = first;
    }
  }
  std::vector<Unit> classes = unitsOf(made);
  std::erase_if(classes, [&](const Unit& unit) {
    const Line& head = made[unit.begin];
    return headOf(head) != Op::kClass ||
           il::typeOfName(il::words(head.back().text).front()) != type;
  });
  return without(made, classes);
}

// With None for each object that is made, names of type Any for those of objects, and no class of objects.
Lines withoutObjects(const Lines& lines) {
  int last = 0;  // number of a name of type Any
  renamed(lines, [&](const std::string& name) {
    if (il::typeOfName(name) == il::Type::kAny)
      last = std::max(last, il::readTypedName(name)->number);
    return name;
  });
  std::map<std::string, std::string> names;
  Lines made = renamed(lines, [&](const std::string& name) {
    if (il::typeOfName(name) != il::Type::kObject) return name;
    std::string& by = names[name];
    if (by.empty()) by = std::string(il::prefixOf(il::Type::kAny)) + std::to_string(++last);
    return by;
  });
  return withoutClasses(std::move(made), il::Type::kClass, {{Op::kConstant, 0, "None"}});
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

void forgetModes(Search& search) {
  const Line manager = {{Op::kLab, 0, "Manager"}, {Op::kConstant, 0, "'a'"}, {Op::kCall, 2, "_"}};
  search.proposeMended(withoutClasses(search.lines(), il::Type::kModeClass, manager));
}

void forgetObjects(Search& search) { search.proposeMended(withoutObjects(search.lines())); }

void renumber(Search& search) {
  search.propose(withNames(search.lines()));
  search.propose(withBreaks(search.lines()));
}

}  // namespace suture::reduce
