// Any text, as a program and back: what parse() understands prints as it stood, whatever the rest is;
// and what a mutation makes of it is a program whose text reads back as itself.
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "core/py/check.h"
#include "fuzz/fuzzers/support/program_mutations.h"
#include "fuzz/il/text.h"

namespace {

using namespace suture;

// More nested or longer texts only take longer.
constexpr std::size_t kLongest = 16 << 10;

void mustPrintAs(const il::Program& program, std::string_view text, std::string_view what) {
  const std::string printed = il::print(program);
  if (printed == text) return;
  fmt::print(stderr, "{}\nexpected:\n{}\ngot:\n{}\n", what, text, printed);
  SUTURE_CHECK(printed == text, "a program's text reads back as itself");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > kLongest) return -1;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const il::Program program = il::parse(text);
  mustPrintAs(program, text, "parsed");
  // As many changes as a line or two of a corpus file says something about.
  const il::Program changed = fuzzers::mutated(program, static_cast<unsigned>(size));
  const std::string changedText = il::print(changed);
  mustPrintAs(il::parse(changedText), changedText, "mutated");
  return 0;
}
