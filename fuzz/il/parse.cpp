// From text to the IL: blocks by indentation, and what is not covered kept as it stands.
#include <algorithm>
#include <array>

#include "fuzz/il/builder.h"
#include "fuzz/il/parse_statement.h"
#include "fuzz/il/text.h"
#include "fuzz/il/tokens.h"
#include "fuzz/il/words.h"

namespace suture::il {
namespace {

constexpr std::size_t kStep = 4;
constexpr std::string_view kUnended = "\n\1\2";  // of a text whose last line does not end

// The first word, and whether the line can begin or go on a block.
std::string_view firstWord(std::string_view line) {
  const std::size_t end = line.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  return line.substr(0, end);
}
template <std::size_t kSize>
bool isOneOf(std::string_view word, const std::array<std::string_view, kSize>& words) {
  return std::ranges::find(words, word) != words.end();
}
constexpr std::array<std::string_view, 11> kHeads{"if",    "for",   "while", "try", "with", "def",
                                                  "class", "async", "match", "@",   "case"};
constexpr std::array<std::string_view, 4> kParts{"elif", "else", "except", "finally"};

struct Chunk {
  Instructions instructions;
  std::size_t first, end;  // logical lines
};

class Parser {
 public:
  explicit Parser(std::string_view source) : lines_(splitLines(source)) {}

  std::vector<Chunk> chunks() {
    std::vector<Chunk> found;
    while (at_ < lines_.logical.size()) {
      const std::size_t first = at_;
      Instructions instructions;
      statement(0, instructions);
      found.push_back({std::move(instructions), first, at_});
    }
    return found;
  }

  // Logical lines as they stand; lines not indented by `indent` are marked.
  Instruction opaque(std::size_t first, std::size_t end, std::size_t indent) const {
    std::string text;
    const std::size_t last = lines_.logical[end - 1].end;
    for (std::size_t i = lines_.logical[first].first; i < last; ++i) {
      if (i > lines_.logical[first].first) text += '\n';
      std::string_view line = lines_.physical[i];
      const bool isIndented = line.size() > indent && line.find_first_not_of(' ') >= indent;
      if (isIndented) {
        line.remove_prefix(indent);
      }
      if (!line.empty() && (!isIndented || line[0] == '\1')) text += '\1';
      text += line;
    }
    return {Op::kOpaque, 0, std::move(text)};
  }

 private:
  const LogicalLine& now() const { return lines_.logical[at_]; }

  bool isWithin(std::size_t line, std::size_t indent) const {
    return line < lines_.logical.size() && lines_.logical[line].indent >= indent;
  }
  std::size_t nextCode(std::size_t line) const {
    while (line < lines_.logical.size() && !lines_.logical[line].isCode) ++line;
    return line;
  }
  // The line without its indentation; empty when it takes several physical lines.
  std::string_view textAt(std::size_t line) const {
    if (line >= lines_.logical.size()) return {};
    const LogicalLine& logical = lines_.logical[line];
    if (logical.end != logical.first + 1) return {};
    return lines_.physical[logical.first].substr(logical.indent);
  }
  bool isPart(std::size_t line, std::size_t indent) const {
    return line < lines_.logical.size() && lines_.logical[line].indent == indent &&
           isOneOf(firstWord(codeAt(line)), kParts);
  }
  // As textAt, of the first physical line alone.
  std::string_view codeAt(std::size_t line) const {
    const LogicalLine& logical = lines_.logical[line];
    return lines_.physical[logical.first].substr(logical.indent);
  }
  bool isHead(std::size_t line) const {
    const std::string_view code = codeAt(line);
    return code.starts_with('@') || isOneOf(firstWord(code), kHeads);
  }

  void statement(std::size_t indent, Instructions& out) {
    if (!now().isCode) {
      const bool isEmpty = textAt(at_).empty() && now().end == now().first + 1 &&
                           lines_.physical[now().first].empty();
      out.push_back(isEmpty ? Instruction{Op::kBlank, 0, ""} : opaque(at_, at_ + 1, indent));
      ++at_;
      return;
    }
    const std::size_t first = at_;
    const std::size_t before = out.size();
    if (now().indent == indent) {
      if (const auto counted = parseCountedWhile(textAt(at_), textAt(at_ + 1));
          counted && lines_.logical[at_ + 1].indent == indent) {
        at_ += 2;
        out.insert(out.end(), counted->begin(), counted->end());
        if (block(indent, out)) return;
      } else if (isHead(at_)) {
        if (compound(indent, out)) return;
      } else if (const auto made = parseStatement(textAt(at_)); made && !textAt(at_).empty()) {
        out.insert(out.end(), made->begin(), made->end());
        ++at_;
        return;
      }
    }
    out.resize(before);
    at_ = endOfStatement(first, indent);
    out.push_back(opaque(first, at_, indent));
  }

  // Behind what is indented deeper, and the parts of a block.
  std::size_t endOfStatement(std::size_t first, std::size_t indent) const {
    std::size_t end = first + 1;
    bool isDecorated = codeAt(first).starts_with('@');
    while (true) {
      const std::size_t next = nextCode(end);
      if (next >= lines_.logical.size()) return end;
      const bool isInside = lines_.logical[next].indent > indent || isPart(next, indent);
      if (!isInside && !isDecorated) return end;
      isDecorated = isDecorated && codeAt(next).starts_with('@');
      end = next + 1;
    }
  }

  bool compound(std::size_t indent, Instructions& out) {
    std::vector<std::string_view> heads;
    while (at_ < lines_.logical.size() && textAt(at_).starts_with('@') && now().indent == indent) {
      heads.push_back(textAt(at_++));
    }
    if (at_ >= lines_.logical.size() || now().indent != indent || textAt(at_).empty()) return false;
    heads.push_back(textAt(at_++));
    const auto head = parseHead(heads);
    if (!head) return false;
    out.insert(out.end(), head->begin(), head->end());
    return block(indent, out);
  }

  // The body, the other parts with theirs, and the end.
  bool block(std::size_t indent, Instructions& out) {
    while (true) {
      const std::size_t next = nextCode(at_);
      if (!isWithin(next, indent + kStep)) return false;
      if (lines_.logical[next].indent != indent + kStep) return false;
      while (isWithin(nextCode(at_), indent + kStep)) statement(indent + kStep, out);
      const std::size_t part = nextCode(at_);
      if (!isPart(part, indent)) break;
      while (at_ < part) statement(indent + kStep, out);
      const auto head = parseHead({textAt(at_)});
      if (!head) return false;
      out.insert(out.end(), head->begin(), head->end());
      ++at_;
    }
    const std::size_t next = nextCode(at_);
    const bool isUneven = next < lines_.logical.size() && lines_.logical[next].indent > indent;
    if (isUneven) return false;
    out.push_back({Op::kEnd, 0, ""});
    return true;
  }

  Lines lines_;
  std::size_t at_ = 0;
};

Program whole(std::string_view source) {
  Builder builder;
  std::string text;
  if (source.ends_with('\n')) source.remove_suffix(1);
  while (true) {
    const std::size_t end = source.find('\n');
    if (!source.empty() && source[0] == '\1') text += '\1';
    text += source.substr(0, end);
    if (end == std::string_view::npos) break;
    text += '\n';
    source.remove_prefix(end + 1);
  }
  return *builder.add(Op::kOpaque, text.empty() ? "\1" : text).finish();
}

}  // namespace

std::vector<Instruction> readInstructions(std::string_view source) {
  Instructions all;
  for (const Chunk& chunk : Parser(source).chunks()) {
    all.insert(all.end(), chunk.instructions.begin(), chunk.instructions.end());
  }
  return all;
}

Program parse(std::string_view source) {
  if (source.empty()) return {};
  if (!source.ends_with('\n')) {
    // The last statement is kept as it stands, with the mark of a line that does not end.
    Builder builder;
    const Program ended = parse(std::string(source) + "\n");
    std::size_t last = 0;
    const auto instructions = ended.instructions();
    for (const Statement& statement : ended.statements()) {
      if (statement.depth == 0 && statement.last + 1 == instructions.size()) last = statement.first;
    }
    std::string text = printAlone(instructions.subspan(last));
    if (instructions[last].op == Op::kOpaque) text = instructions[last].text;
    builder.add(instructions.first(last));
    std::optional<Program> made = builder.add(Op::kOpaque, text + std::string(kUnended)).finish();
    if (made && print(*made) == source) return *made;
    return *Builder()
                .add(Op::kOpaque, whole(source).instructions()[0].text + std::string(kUnended))
                .finish();
  }
  Parser parser(source);
  std::vector<Chunk> chunks = parser.chunks();
  std::size_t spoiled = 0;
  while (true) {
    Builder builder;
    std::size_t at = 0;
    for (; at < chunks.size() && !builder.broken(); ++at) builder.add(chunks[at].instructions);
    const bool isBroken = builder.broken().has_value();
    std::optional<Program> made = builder.finish();
    if (made && print(*made) == source) return *made;
    if (!isBroken || ++spoiled > chunks.size()) return whole(source);
    Chunk& chunk = chunks[at - 1];
    if (chunk.instructions.size() == 1 && chunk.instructions[0].op == Op::kOpaque) {
      return whole(source);
    }
    chunk.instructions = {parser.opaque(chunk.first, chunk.end, 0)};
  }
}

}  // namespace suture::il
