#include "fuzz/fuzzers/support/function_text.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace suture::fuzzers {
namespace {

constexpr std::array kErrors = {"ValueError", "KeyError", "ZeroDivisionError", "LookupError",
                                "Exception"};
constexpr int kDeepest = 4;    // blocks inside each other
constexpr int kMostLoops = 2;  // loops inside each other
constexpr int kMostStatements = 24;

class Writer {
 public:
  Writer(Choices& choices, FunctionKind kind) : choices_(choices), kind_(kind) {}

  std::string write() {
    bool async = kind_ == FunctionKind::kCoroutine || kind_ == FunctionKind::kAsyncGenerator;
    line(std::string(async ? "async " : "") + "def subject(p, q=5, *rest, k=3, **more):");
    ++indent_;
    line(operates() ? "a, b, c = p, p, p" : "a, b, c = p, 2, (1, q)");
    line("x = q");
    closures_ = !operates() && choices_.below(3) != 0;
    if (closures_) closureDefinitions();
    int statements = 2 + choices_.below(5);
    for (int i = 0; i < statements; ++i) {
      if (choices_.below(2) == 0) suspend();
      statement();
    }
    suspend();
    line(kind_ == FunctionKind::kAsyncGenerator ? "log(('end', a, b, c, x))"
                                                : "return (a, b, c, x, rest)");
    return out_;
  }

 private:
  void line(const std::string& text) {
    out_.append(static_cast<std::size_t>(indent_) * 4, ' ');
    out_ += text + "\n";
  }

  void suspend() {
    switch (kind_) {
      case FunctionKind::kPlain:
      case FunctionKind::kOperations:
        return;
      case FunctionKind::kGenerator:
      case FunctionKind::kAsyncGenerator:
        return line("yield (p, k)");
      case FunctionKind::kCoroutine:
        return line("await pause(k)");
    }
  }

  bool operates() const { return kind_ == FunctionKind::kOperations; }

  void closureDefinitions() {
    line("def bump(by=1):");
    line("    nonlocal x");
    line("    x = x + by");
    line("    return x");
    line("def peek(*, plus=0): return x + plus");
  }

  std::string name() {
    return std::array{"a", "b", "c"}[static_cast<std::size_t>(choices_.below(3))];
  }
  std::string error() {
    return kErrors[static_cast<std::size_t>(choices_.below(static_cast<int>(kErrors.size())))];
  }

  std::string atom() {
    switch (choices_.below(6)) {
      case 0:
        return std::to_string(choices_.below(4));
      case 1:
        return "p";
      case 2:
        return "k";
      case 3:
        return closures_ ? "peek()" : "x";
      case 4:
        return "c";
      default:
        return name();
    }
  }

  std::string operation(int depth) {
    if (depth == 0) return choices_.below(2) == 0 ? "p" : name();
    auto sub = [&] { return operation(depth - 1); };
    switch (choices_.below(17)) {
      case 0:
        return fmt::format("({} - {})", sub(), sub());
      case 1:
        return fmt::format("{}.name", sub());
      case 2:
        return fmt::format("{}({})", sub(), sub());
      case 3:
        return fmt::format("{}({}, w=1)", sub(), sub());
      case 4:
        return fmt::format("{}.method({})", sub(), sub());
      case 5:
        return fmt::format("{}[{}]", sub(), sub());
      case 6:
        return fmt::format("({} < {})", sub(), sub());
      case 7:
        return fmt::format("(1 < {} <= {})", sub(), sub());
      case 8:
        return fmt::format("(-{})", sub());
      case 9:
        return fmt::format("({} in {})", sub(), sub());
      case 10:
        return fmt::format("({} and {})", sub(), sub());
      case 11:
        return fmt::format("({} if {} else 0)", sub(), sub());
      case 12:
        return fmt::format("[*{}, {}]", sub(), sub());
      case 13:
        return fmt::format("[{} for i in {}]", sub(), sub());
      case 14:
        return fmt::format("f'{{{}}}'", choices_.below(2) == 0 ? "p" : "a");
      case 15:
        return fmt::format("{}(*({}, 1), **{{'w': {}}})", sub(), sub(), sub());
      default:
        return fmt::format("{{{}: {}}}", choices_.below(5), sub());
    }
  }

  std::string expression(int depth) {
    if (operates()) return operation(depth == 0 ? 0 : depth);
    if (depth == 0) return atom();
    auto sub = [&] { return expression(depth - 1); };
    switch (choices_.below(20)) {
      case 0:
        return atom();
      case 1:
        return fmt::format("({} - {})", sub(), sub());
      case 2:
        return fmt::format("keyed({}, w={})", sub(), sub());
      case 3:
        return fmt::format("box.method({}, {})", sub(), sub());
      case 4:
        return fmt::format("starred(*({}, {}), **{{'w': {}}})", sub(), sub(), sub());
      case 5:
        return fmt::format("[{} for i in range({})]", inner(depth), 1 + choices_.below(3));
      case 6:
        return fmt::format("sum(i + {} for i in (1, 2))", inner(depth));
      case 7:
        return fmt::format("({} if {} else {})", sub(), sub(), sub());
      case 8:
        return fmt::format("({} and {} or {})", sub(), sub(), sub());
      case 9:
        return "f'{k!r}-{p:>3}'";
      case 10:
        return fmt::format("(1 < {} <= {})", sub(), sub());
      case 11:
        return fmt::format("{{{}: {}, **{{'z': 0}}}}", sub(), sub());
      case 12:
        return closures_ ? fmt::format("bump({})", choices_.below(3)) : "(-k)";
      case 13:
        return fmt::format("({} // {})", sub(), sub());
      case 14:
        return fmt::format("({} := {})", name(), sub());
      case 15:
        return fmt::format("(*c, {})", sub());
      case 16:
        return fmt::format("c[{}]", sub());
      case 17:
        return fmt::format("(lambda v, w=k: (v, w, p))({})", sub());
      case 18:
        return fmt::format("log(('e', {}))", sub());
      default:
        return suspension(sub());
    }
  }

  // Inside a comprehension, where nothing may suspend.
  std::string inner(int depth) {
    FunctionKind outer = std::exchange(kind_, FunctionKind::kPlain);
    std::string text = expression(depth - 1);
    kind_ = outer;
    return text;
  }

  std::string suspension(const std::string& value) {
    switch (kind_) {
      case FunctionKind::kPlain:
      case FunctionKind::kOperations:
        return fmt::format("box.value({})", value);
      case FunctionKind::kGenerator:
        if (choices_.chance(3)) return fmt::format("(yield from parts({}))", value);
        return fmt::format("(yield {})", value);
      case FunctionKind::kCoroutine:
        return fmt::format("(await pause({}))", value);
      case FunctionKind::kAsyncGenerator:
        if (choices_.chance(3)) return fmt::format("(await pause({}))", value);
        return fmt::format("(yield {})", value);
    }
    return value;
  }

  void block() {
    ++indent_;
    ++depth_;
    int statements = 1 + choices_.below(3);
    for (int i = 0; i < statements; ++i) statement();
    --depth_;
    --indent_;
  }

  void statement() {
    if (++written_ > kMostStatements) return line("log(k)");
    if (depth_ < kDeepest && choices_.below(2) == 1) return compound();
    simple();
  }

  // Statements that operate on p.
  void simpleOperation() {
    switch (choices_.below(12)) {
      case 0:
        return line(fmt::format("{} = {}", name(), operation(2)));
      case 1:
        return line(fmt::format("{} -= {}", name(), operation(1)));
      case 2:
        return line(fmt::format("p[{}] = {}", choices_.below(4), operation(1)));
      case 3:
        return line(fmt::format("p.name = {}", operation(1)));
      case 4:
        return line(fmt::format("del p[{}]", operation(1)));
      case 5:
        return line("del p.name");
      case 6:
        return line(fmt::format("a, b = {}", operation(1)));
      case 7:
        return line(fmt::format("assert {}", operation(1)));
      case 8:
        return line("log(handling())");
      case 9:
        return leave();
      case 10:
        return line(inHandler_ ? "raise" : "log(k)");
      default:
        return line(fmt::format("a, *b = {}", operation(1)));
    }
  }

  void simple() {
    if (operates()) return simpleOperation();
    switch (choices_.below(14)) {
      case 0:
        return line(fmt::format("{} = {}", name(), expression(2)));
      case 1:
        return line(fmt::format("log(({}, {}))", choices_.below(100), expression(1)));
      case 2:
        return line(fmt::format("{} += {}", name(), choices_.below(4)));
      case 3:
        return line(fmt::format("{}, *b = {}", name(), expression(1)));
      case 4:
        return line(fmt::format("del {}", name()));
      case 5:
        return line(fmt::format("raise {}({})", error(), expression(1)));
      case 6:
        return line(fmt::format("raise {}({}) from keep({})", error(), atom(), error()));
      case 7:
        return line(inHandler_ ? "raise" : "pass");
      case 8:
        return line(fmt::format("{}", suspension(expression(1))));
      case 9:
        return leave();
      case 10:
        return line(fmt::format("assert {}, {}", expression(1), atom()));
      case 11:
        return line(fmt::format("box.attribute = {}", expression(1)));
      case 12:
        return line(fmt::format("log(handling())"));
      default:
        return line(closures_ && choices_.chance(4) ? "del x" : "x = k");
    }
  }

  // break, continue and return are not allowed inside except*.
  void leave() {
    if (inStar_) return line("log('star')");
    if (loops_ > 0 && choices_.below(3) != 2) {
      return line(choices_.below(2) == 0 ? "continue" : "break");
    }
    if (kind_ == FunctionKind::kAsyncGenerator) return line("return");
    line(fmt::format("return {}", expression(1)));
  }

  void compound() {
    switch (choices_.below(8)) {
      case 0:
        return branch();
      case 1:
        return loop();
      case 2:
      case 3:
        return tryExcept();
      case 4:
        return tryFinally();
      case 5:
        return with();
      case 6:
        return tryStar();
      default:
        return match();
    }
  }

  void branch() {
    line(fmt::format("if {}:", expression(1)));
    block();
    if (choices_.below(2) == 0) return;
    line("else:");
    block();
  }

  void loop() {
    if (loops_ >= kMostLoops || inStar_) return branch();
    int number = ++counter_;
    bool isWhile = choices_.below(3) == 2;
    int trips = 1 + choices_.below(3);
    if (isWhile) {
      line(fmt::format("n{} = 0", number));
      line(fmt::format("while (n{0} := n{0} + 1) <= {1}:", number, trips));
    } else if (kind_ == FunctionKind::kCoroutine && choices_.chance(2)) {
      line(fmt::format("async for v{} in later({}):", number, trips));
    } else {
      line(fmt::format("for v{} in {}:", number,
                       operates() ? "p" : fmt::format("range({})", trips)));
    }
    ++loops_;
    block();
    --loops_;
    if (choices_.below(3) != 2) return;
    line("else:");
    block();
  }

  void handler(const std::string& head) {
    line(head);
    bool outer = inHandler_;
    inHandler_ = true;
    block();
    inHandler_ = outer;
  }

  void tryExcept() {
    line("try:");
    block();
    handler(fmt::format("except {}{}:", error(), choices_.below(2) == 1 ? " as e" : ""));
    if (choices_.below(2) == 1) handler("except (TypeError, NameError) as e:");
    if (choices_.below(3) == 2) {
      line("else:");
      block();
    }
    if (choices_.below(3) != 2) return;
    line("finally:");
    block();
  }

  void tryFinally() {
    line("try:");
    block();
    line("finally:");
    block();
  }

  void with() {
    bool two = choices_.chance(3);
    const char* manager = choices_.below(3) == 2 ? "swallow" : "manager";
    if (operates()) {
      line("with p as m:");
      return block();
    }
    if (kind_ == FunctionKind::kCoroutine && choices_.below(2) == 1) {
      line(fmt::format("async with visitor({}) as m:", choices_.below(9)));
    } else {
      line(fmt::format("with {}({}) as m{}:", manager, choices_.below(9),
                       two ? ", manager(k)" : ""));
    }
    block();
  }

  void tryStar() {
    if (inStar_) return tryFinally();
    line("try:");
    block();
    bool outerStar = inStar_;
    bool outerHandler = inHandler_;
    int outerLoops = loops_;
    inStar_ = true;
    loops_ = 0;
    handler(fmt::format("except* {} as group:", error()));
    if (choices_.below(2) == 1) handler("except* (TypeError, NameError):");
    inStar_ = outerStar;
    inHandler_ = outerHandler;
    loops_ = outerLoops;
  }

  void match() {
    line(fmt::format("match {}:", expression(1)));
    ++indent_;
    line("case (int(), *tail):");
    block();
    line("case {'z': z}:");
    block();
    line("case Box(content=held) | (Box() as held):");
    block();
    line("case _:");
    block();
    --indent_;
  }

  Choices& choices_;
  FunctionKind kind_;
  std::string out_;
  int indent_ = 0;
  int depth_ = 0;
  int loops_ = 0;
  int counter_ = 0;
  int written_ = 0;
  bool closures_ = false;
  bool inHandler_ = false;
  bool inStar_ = false;
};

}  // namespace

std::string functionText(Choices& choices, FunctionKind kind) {
  return Writer(choices, kind).write();
}

}  // namespace suture::fuzzers
