// Law: whatever bytes stand for a co_code or an exception table, reading them ends in an answer: a
// refusal, a fault with its law, or an analysis in which instructions leave no unit out; and code in
// which any units were changed is either refused or has an analysis that keeps the laws of verify.h.
#include <gtest/gtest.h>

#include <cstring>

#include "core/bytecode/decode.h"
#include "core/bytecode/handlers.h"
#include "core/bytecode/lift.h"
#include "core/bytecode/opcode_facts.h"
#include "core/bytecode/shapes.h"
#include "core/bytecode/test_code.h"
#include "core/bytecode/verify.h"
#include "properties/support/check.h"
#include "properties/support/covered.h"

namespace suture {
namespace {

using properties::Bytes;

// Real opcodes with small arguments, each with room for its caches, so that much decodes.
rc::Gen<Bytes> code() {
  const auto unit = rc::gen::pair(rc::gen::inRange(0, 256), rc::gen::inRange(0, 8));
  return rc::gen::map(rc::gen::container<std::vector<std::pair<int, int>>>(unit),
                      [](const std::vector<std::pair<int, int>>& units) {
                        Bytes bytes;
                        for (const auto& [opcode, oparg] : units) {
                          if (!bytecode::lift(opcode, oparg)) continue;
                          bytes.push_back(static_cast<std::uint8_t>(opcode));
                          bytes.push_back(static_cast<std::uint8_t>(oparg));
                          const int caches = bytecode::opcodeFacts(opcode).caches;
                          bytes.insert(bytes.end(), static_cast<std::size_t>(2 * caches), 0);
                        }
                        return bytes;
                      });
}

void encode(Bytes& bytes, int number) {
  Bytes groups;
  do {
    groups.insert(groups.begin(), static_cast<std::uint8_t>(0x40 | (number & 0x3f)));
    number >>= 6;
  } while (number != 0);
  groups.back() &= 0x3f;
  bytes.insert(bytes.end(), groups.begin(), groups.end());
}

// A gap, a length, a target, a depth with its flag: sorted ranges by construction.
rc::Gen<Bytes> table() {
  const auto entry = rc::gen::tuple(rc::gen::inRange(0, 90), rc::gen::inRange(1, 200),
                                    rc::gen::inRange(0, 5000), rc::gen::inRange(0, 70));
  return rc::gen::map(rc::gen::container<std::vector<std::tuple<int, int, int, int>>>(entry),
                      [](const std::vector<std::tuple<int, int, int, int>>& entries) {
                        Bytes bytes;
                        int start = 0;
                        for (const auto& [gap, length, target, depth] : entries) {
                          start += gap;
                          const std::size_t first = bytes.size();
                          for (int number : {start, length, target, depth}) encode(bytes, number);
                          bytes[first] |= 0x80;
                          start += length;
                        }
                        return bytes;
                      });
}

TEST(Property, AnyBytesAreAnswered) {
  long tables = 0;
  long decoded = 0;
  long shaped = 0;
  EXPECT_TRUE(properties::check("any bytes are answered", 4000, [&] {
    const Bytes bytes = *code();
    const auto handlers = bytecode::HandlerTable::parse(
        *rc::gen::container<Bytes>(rc::gen::arbitrary<std::uint8_t>()));
    tables += handlers.has_value() ? 1 : 0;
    const auto instructions = bytecode::decodeBytes(bytes);
    if (!instructions) return;
    ++decoded;
    const auto index = bytecode::indexByUnit(*instructions);
    RC_ASSERT(index.size() == bytes.size() / 2);
    const auto shapes =
        bytecode::Shapes::of(*instructions, index, handlers.value_or(bytecode::HandlerTable()),
                             bytecode::StackDepth(20));
    shaped += shapes.fault() ? 0 : 1;
    for (int i = 0; i < static_cast<int>(instructions->size()); ++i) {
      RC_ASSERT(shapes.at(i).size() <= 20u);
    }
  }));
  EXPECT_TRUE(properties::covered(
      "any bytes are answered",
      {{"have a table", tables}, {"decode", decoded}, {"have shapes", shaped}}));
}

TEST(Property, AnyTableIsSearchedAsItIsRead) {
  long hits = 0;
  long misses = 0;
  EXPECT_TRUE(properties::check("any table is searched as it is read", 4000, [&] {
    const Bytes bytes = *table();
    const auto handlers = bytecode::HandlerTable::parse(bytes);
    RC_ASSERT(handlers.has_value());
    const auto at = bytecode::CodeOffset(*rc::gen::inRange(0, 2000));
    const auto* found = handlers->find(at);
    ++(found != nullptr ? hits : misses);
    const auto expected = bytecode::findHandlerLinearly(bytes, at);
    RC_ASSERT((found != nullptr) == expected.has_value());
    if (found != nullptr) RC_ASSERT(*found == *expected);
  }));
  EXPECT_TRUE(properties::covered("any table is searched as it is read",
                                  {{"offsets with a handler", hits}, {"without", misses}}));
}

// Something of every rule about stops, joins and handlers.
constexpr const char* kSource = R"(
def f(a, b):
    s = ""
    for i in a:
        try:
            s += b
            g(i, k=[j for j in i])
        except E as e:
            if e: raise
        finally:
            s = yield from (yield s)
    return s
)";

TEST(Property, ChangedCodeIsRefusedOrSound) {
  const auto code = bytecode::functionCode(kSource);
  const auto original = py::Ref<>::steal(PyCode_GetCode(code.get()));
  const int units = static_cast<int>(PyBytes_GET_SIZE(original.get()) / 2);
  long refused = 0;
  long sound = 0;
  EXPECT_TRUE(properties::check("changed code is refused or sound", 20000, [&] {
    Bytes bytes(static_cast<std::size_t>(2 * units));
    std::memcpy(bytes.data(), PyBytes_AS_STRING(original.get()), bytes.size());
    const int changes = 1 + *properties::drawnBelow(3);
    for (int i = 0; i < changes; ++i) {
      const auto unit = static_cast<std::size_t>(*properties::drawnBelow(units));
      const auto drawn = static_cast<std::uint8_t>(*properties::drawnBelow(8));
      const auto like = static_cast<std::size_t>(*properties::drawnBelow(units));
      switch (*properties::drawnBelow(3)) {
        case 0:
          bytes[2 * unit + 1] = drawn;
          break;
        case 1:
          bytes[2 * unit] = bytes[2 * like];
          break;
        default:
          bytes[2 * unit] = static_cast<std::uint8_t>(bytecode::opcode::kExtendedArg);
          bytes[2 * unit + 1] = 0;
      }
    }
    const auto changed = bytecode::withReplaced(
        code, "co_code",
        PyBytes_FromStringAndSize(reinterpret_cast<const char*>(bytes.data()), 2 * units));
    const auto analysis = bytecode::CodeAnalysis::of(changed);
    RC_ASSERT(bytecode::isSound(changed, *analysis));
    ++(analysis->isWellFormed() ? sound : refused);
  }));
  EXPECT_TRUE(properties::covered("changed code is refused or sound",
                                  {{"refused", refused}, {"sound", sound}}));
}

}  // namespace
}  // namespace suture
