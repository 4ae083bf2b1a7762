// One broken law at a time: the builder says where and which, the line there is changed or goes.
#include "fuzz/reduce/mend.h"

#include <algorithm>

#include "fuzz/il/words.h"
#include "fuzz/reduce/smallest.h"

namespace suture::reduce {
namespace {

using il::Instruction;
using il::Law;
using il::Op;
using il::Role;
using il::Type;

constexpr int kMostMends = 200;

class Mender {
 public:
  explicit Mender(Lines lines) : lines_(std::move(lines)) {}

  std::optional<il::Program> run() {
    for (int i = 0; i < kMostMends; ++i) {
      il::Builder builder;
      for (line_ = 0; line_ < lines_.size() && !builder.broken(); ++line_) {
        builder.add(lines_[line_]);
      }
      if (!builder.broken()) return builder.finish();
      --line_;
      if (!mend(*builder.broken(), builder.instructions().size())) return std::nullopt;
    }
    return std::nullopt;
  }

 private:
  bool mend(const il::Broken& broken, std::size_t index) {
    const Law law = broken.law;
    if (law == Law::kInputs || law == Law::kWords || law == Law::kParameters) return false;
    for (std::size_t i = 0; i < line_; ++i) index -= lines_[i].size();
    Instruction& now = lines_[line_][index];
    if (law == Law::kBound && now.op == Op::kName) return substitute(index);
    if (now.op == Op::kGlobal || now.op == Op::kNonlocal) return shorten(now);
    const Role role = il::rowOf(now.op).role;
    if (role == Role::kMiddle || role == Role::kEnd) return close(law);
    return drop(line_);
  }

  il::Builder upTo(std::size_t index) const {
    il::Builder builder;
    for (std::size_t i = 0; i < line_; ++i) builder.add(lines_[i]);
    builder.add(std::span(lines_[line_]).first(index));
    return builder;
  }

  bool substitute(std::size_t index) {
    Line& line = lines_[line_];
    const auto values = smallest(upTo(index).state(), il::typeOfName(line[index].text));
    if (values.empty()) return drop(line_);
    line = exchanged(line, Tree(line), index, values.front());
    return true;
  }

  // Without the first name that is not bound.
  bool shorten(Instruction& declaration) {
    const auto names = il::listedNames(declaration.text);
    const il::Builder before = upTo(lines_[line_].size() - 1);
    std::string left;
    for (const std::string& name : names) {
      if (il::readTypedName(name) && !before.state().isBound(name)) continue;
      left += (left.empty() ? "" : ", ") + name;
    }
    if (left.empty() || left == declaration.text) return drop(line_);
    declaration.text = left;
    return true;
  }

  // The end of a part, or of the block, that may not end like this.
  bool close(Law law) {
    std::size_t before = line_ - 1;
    while (headOf(lines_[before]) == Op::kBlank) --before;
    const Role role = roleOf(lines_[before]);
    if (role == Role::kBegin || role == Role::kMiddle) {
      insert(Line{{Op::kPass, 0, ""}});
      return true;
    }
    const std::size_t begin = beginOf(line_);
    if (headOf(lines_[begin]) == Op::kTry && roleOf(lines_[line_]) == Role::kEnd &&
        partsOf(lines_, {begin, line_ + 1, 0}).size() == 2) {
      lines_.erase(at(line_));
      lines_.erase(at(begin));
      return true;
    }
    if (law == Law::kModes && dropPush(begin)) return true;
    if (law == Law::kReturns && headOf(lines_[begin]) == Op::kDef &&
        headOf(lines_[before]) != Op::kReturn) {
      const std::string name = il::words(lines_[begin].back().text).front();
      if (il::typeOfName(name) == Type::kFunction) {
        Line result = smallest(upTo(0).state(), Type::kTensor).front();
        result.push_back({Op::kReturn, 1, ""});
        insert(std::move(result));
        return true;
      }
    }
    return drop(line_);
  }

  // The last push in the part that ends here.
  bool dropPush(std::size_t begin) {
    int depth = 0;
    for (std::size_t i = line_; i-- > begin + 1;) {
      const Role role = roleOf(lines_[i]);
      if (role == Role::kEnd) ++depth;
      if (role == Role::kMiddle && depth == 0) return false;
      const bool pushes =
          depth == 0 && std::ranges::any_of(lines_[i], [](const Instruction& instruction) {
            return instruction.op == Op::kLab && instruction.text == "push_mode";
          });
      if (pushes) return drop(i);
      if (role == Role::kBegin) --depth;
    }
    return false;
  }

  // Of the block that a part or end belongs to.
  std::size_t beginOf(std::size_t line) const {
    int depth = 1;
    while (depth > 0) {
      const Role role = roleOf(lines_[--line]);
      if (role == Role::kEnd) ++depth;
      if (role == Role::kBegin) --depth;
    }
    return line;
  }

  // The statement, part or block that the line begins or ends.
  bool drop(std::size_t line) {
    const Role role = roleOf(lines_[line]);
    std::size_t begin = line, end = line + 1;
    if (role == Role::kEnd) begin = beginOf(line);
    if (role == Role::kBegin || role == Role::kMiddle) {
      for (int depth = 0; true; ++end) {
        const Role next = roleOf(lines_[end]);
        const bool isOther = next == Role::kEnd || (next == Role::kMiddle && role == next);
        if (depth == 0 && isOther) break;
        if (next == Role::kBegin) ++depth;
        if (next == Role::kEnd) --depth;
      }
      if (role == Role::kBegin) ++end;
    }
    lines_.erase(at(begin), at(end));
    return true;
  }

  void insert(Line line) { lines_.insert(at(line_), std::move(line)); }
  Lines::iterator at(std::size_t line) {
    return lines_.begin() + static_cast<std::ptrdiff_t>(line);
  }

  Lines lines_;
  std::size_t line_ = 0;  // where the law was broken
};

}  // namespace

std::optional<il::Program> mended(Lines lines) { return Mender(std::move(lines)).run(); }

}  // namespace suture::reduce
