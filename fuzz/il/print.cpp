// From the IL to text: patterns of ops.def, and by code what varies.
#include <algorithm>

#include "fuzz/il/text.h"
#include "fuzz/il/words.h"

namespace suture::il {
namespace {

struct Piece {
  std::string text;
  Precedence precedence;
};

Precedence tighter(Precedence precedence) {
  return static_cast<Precedence>(static_cast<int>(precedence) + 1);
}

std::string within(const Piece& piece, Precedence least) {
  return piece.precedence < least ? "(" + piece.text + ")" : piece.text;
}

class Printer {
 public:
  explicit Printer(std::string& out) : out_(out) {}

  void print(const Instruction& instruction) {
    const OpRow& row = rowOf(instruction.op);
    const std::size_t below = pieces_.size() - instruction.inputs;
    const std::span<const Piece> inputs(pieces_.data() + below, instruction.inputs);
    switch (row.role) {
      case Role::kExpression: {
        Piece made{expression(instruction, inputs), row.precedence};
        if (instruction.op == Op::kBinary) made.precedence = precedenceOf(instruction.text);
        const bool opened = instruction.op == Op::kLambda || instruction.op == Op::kComprehension;
        pieces_.resize(below);
        if (opened) targets_.pop_back();
        pieces_.push_back(std::move(made));
        return;
      }
      case Role::kOpensScope:
        targets_.push_back(instruction.text);
        return;
      case Role::kEnd:
        --depth_;
        return;
      case Role::kStatement:
      case Role::kBegin:
      case Role::kMiddle:
        break;
    }
    const int depth = row.role == Role::kMiddle ? std::max(depth_ - 1, 0) : depth_;
    lines(instruction.op == Op::kOpaque ? instruction.text : statement(instruction, inputs), depth);
    pieces_.clear();
    if (row.role == Role::kBegin) ++depth_;
  }

  std::string takeExpression() { return pieces_.empty() ? "" : pieces_.back().text; }

 private:
  void lines(std::string_view text, int depth) {
    while (true) {
      const std::size_t end = text.find('\n');
      const std::string_view line = text.substr(0, end);
      if (!line.empty() && line[0] == '\1') {  // an opaque line that is not indented with the rest
        out_ += line.substr(1);
      } else if (!line.empty()) {
        out_.append(static_cast<std::size_t>(4 * depth), ' ');
        out_ += line;
      }
      if (end == std::string_view::npos) break;
      out_ += '\n';
      text.remove_prefix(end + 1);
    }
    out_ += '\n';
  }

  std::string byPattern(const Instruction& instruction, std::span<const Piece> inputs) {
    const OpRow& row = rowOf(instruction.op);
    std::string made;
    for (std::size_t i = 0; i < row.pattern.size(); ++i) {
      const char mark = row.pattern[i];
      const bool isInput = std::string_view("$%@~&!#").find(mark) != std::string_view::npos &&
                           i + 1 < row.pattern.size() && row.pattern[i + 1] >= '0' &&
                           row.pattern[i + 1] <= '9';
      if (mark == '^') {
        made += instruction.text;
      } else if (!isInput) {
        made += mark;
      } else {
        const Piece& input = inputs[static_cast<std::size_t>(row.pattern[++i] - '0')];
        made += marked(mark, input, row.precedence);
      }
    }
    return made;
  }

  static std::string marked(char mark, const Piece& input, Precedence own) {
    const bool isNamed = input.precedence == Precedence::kNamed;
    if (mark == '$') return within(input, own);
    if (mark == '%') return within(input, tighter(own));
    if (mark == '@') return within(input, Precedence::kPrimary);
    if (mark == '~') return within(input, Precedence::kTest);
    if (mark == '&') return within(input, Precedence::kNamed);
    if (mark == '!') return isNamed ? "(" + input.text + ")" : within(input, Precedence::kTuple);
    return isNamed ? "(" + input.text + ")" : input.text;
  }

  static std::string joined(std::span<const Piece> inputs) {
    std::string made;
    for (const Piece& input : inputs) {
      if (!made.empty()) made += ", ";
      made += within(input, Precedence::kNamed);
    }
    return made;
  }

  static std::string arguments(std::string_view form, std::span<const Piece> inputs) {
    std::string made;
    std::size_t i = 0;
    for (const std::string& word : words(form)) {
      if (i > 0) made += ", ";
      const Piece& input = inputs[i++];
      if (word == "_") {
        made += within(input, Precedence::kNamed);
      } else {
        const bool isSpread = word.starts_with('*');
        made += word + within(input, isSpread ? Precedence::kBitOr : Precedence::kTest);
      }
    }
    return made;
  }

  static std::string parameters(std::span<const std::string> form,
                                std::span<const Piece> defaults) {
    std::string made;
    std::size_t next = 0;
    for (const std::string& word : form) {
      if (!made.empty()) made += ", ";
      made += word;
      if (word.ends_with('=')) made += within(defaults[next++], Precedence::kTest);
    }
    return made;
  }

  std::string comprehension(const Instruction& instruction, std::span<const Piece> inputs) {
    const std::string& kind = instruction.text;
    const bool isDict = kind == "dict";
    std::string made = within(inputs[1], isDict ? Precedence::kTest : Precedence::kNamed);
    if (isDict) made += ": " + within(inputs[2], Precedence::kTest);
    made += " for " + targets_.back() + " in " + within(inputs[0], Precedence::kOr);
    const std::size_t condition = isDict ? 3 : 2;
    if (inputs.size() > condition) made += " if " + within(inputs[condition], Precedence::kOr);
    if (kind == "list") return "[" + made + "]";
    return kind == "generator" ? "(" + made + ")" : "{" + made + "}";
  }

  static std::string slice(std::string_view form, std::span<const Piece> inputs) {
    std::string made;
    std::size_t next = 0;
    for (char c : form) made += c == ':' ? ":" : within(inputs[next++], Precedence::kTest);
    return made;
  }

  std::string expression(const Instruction& instruction, std::span<const Piece> inputs) {
    const std::string& text = instruction.text;
    const Op op = instruction.op;
    if (!rowOf(op).pattern.empty()) {
      // A number before a dot would read as a float.
      if (op == Op::kAttribute && !inputs[0].text.empty() && inputs[0].text[0] >= '0' &&
          inputs[0].text[0] <= '9') {
        return "(" + inputs[0].text + ")." + text;
      }
      return byPattern(instruction, inputs);
    }
    if (op == Op::kBinary) {
      const Precedence own = precedenceOf(text);
      if (own == Precedence::kPower) {
        return within(inputs[0], Precedence::kPrimary) + " ** " +
               within(inputs[1], Precedence::kFactor);
      }
      return within(inputs[0], own) + " " + text + " " + within(inputs[1], tighter(own));
    }
    if (op == Op::kCall) {
      return within(inputs[0], Precedence::kPrimary) + "(" + arguments(text, inputs.subspan(1)) +
             ")";
    }
    if (op == Op::kCompare) {
      const auto operators = listedNames(text);
      std::string made = within(inputs[0], Precedence::kBitOr);
      for (std::size_t i = 0; i < operators.size(); ++i) {
        made += " " + operators[i] + " " + within(inputs[i + 1], Precedence::kBitOr);
      }
      return made;
    }
    if (op == Op::kSlice) return slice(text, inputs);
    if (op == Op::kTuple) return "(" + joined(inputs) + (inputs.size() == 1 ? ",)" : ")");
    if (op == Op::kBareTuple) return bareTuple(inputs);
    if (op == Op::kList) return "[" + joined(inputs) + "]";
    if (op == Op::kSet) return "{" + joined(inputs) + "}";
    if (op == Op::kDict) {
      std::string made;
      for (std::size_t i = 0; i + 1 < inputs.size(); i += 2) {
        if (i > 0) made += ", ";
        made +=
            within(inputs[i], Precedence::kTest) + ": " + within(inputs[i + 1], Precedence::kTest);
      }
      return "{" + made + "}";
    }
    if (op == Op::kLambda) {
      const auto form = words(targets_.back());
      const std::string listed = parameters(form, {});
      return "lambda" + std::string(listed.empty() ? "" : " ") + listed + ": " +
             within(inputs[0], Precedence::kTest);
    }
    return comprehension(instruction, inputs);
  }

  static std::string bareTuple(std::span<const Piece> inputs) {
    std::string made;
    for (const Piece& input : inputs) {
      if (!made.empty()) made += ", ";
      made += within(input, Precedence::kTest);
    }
    return inputs.size() == 1 ? made + "," : made;
  }

  std::string statement(const Instruction& instruction, std::span<const Piece> inputs) {
    if (instruction.op == Op::kBlank || !rowOf(instruction.op).pattern.empty()) {
      return byPattern(instruction, inputs);
    }
    if (instruction.op == Op::kWith) {
      const auto names = words(instruction.text);
      std::string made = "with ";
      for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (i > 0) made += ", ";
        made += within(inputs[i], Precedence::kTest);
        if (names[i] != "_") made += " as " + names[i];
      }
      return made + ":";
    }
    auto form = words(instruction.text);
    const std::string name = form.front();
    form.erase(form.begin());
    const bool isFunction = instruction.op == Op::kDef;
    const std::size_t others =
        isFunction ? static_cast<std::size_t>(std::ranges::count(instruction.text, '='))
                   : form.size();
    const std::size_t decorators = inputs.size() - others;
    std::string made;
    for (const Piece& decorator : inputs.first(decorators)) {
      made += "@" + within(decorator, Precedence::kNamed) + "\n";
    }
    if (isFunction) {
      return made + "def " + name + "(" + parameters(form, inputs.subspan(decorators)) + "):";
    }
    const std::string_view bases =
        std::string_view(instruction.text).substr(std::min(name.size(), instruction.text.size()));
    const std::string listed = arguments(bases, inputs.subspan(decorators));
    return made + "class " + name + (form.empty() ? "" : "(" + listed + ")") + ":";
  }

  std::string& out_;
  std::vector<Piece> pieces_;
  std::vector<std::string> targets_;
  int depth_ = 0;
};

}  // namespace

std::string print(const Program& program) {
  std::string out;
  Printer printer(out);
  const auto instructions = program.instructions();
  for (const Instruction& instruction : instructions) printer.print(instruction);
  const bool isCut = !instructions.empty() && instructions.back().op == Op::kOpaque &&
                     instructions.back().text.ends_with("\n\1\2");
  if (isCut) out.resize(out.size() - 3);  // the last line of the text does not end
  return out;
}

std::string printAlone(std::span<const Instruction> instructions) {
  std::string out;
  Printer printer(out);
  for (const Instruction& instruction : instructions) printer.print(instruction);
  if (!out.empty()) out.pop_back();
  return out.empty() ? printer.takeExpression() : out;
}

}  // namespace suture::il
