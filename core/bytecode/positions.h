// The three numbers that bytecode is full of, as types that do not mix.
//
//   CodeOffset at(12);                // code units of two bytes, from the first unit
//   toBytes(at).value() == 24;        // what f_lasti and dis print
//   at + 1;  at - CodeOffset(3);      // move by units; the distance is a plain int
//
// What holds: none converts to another or to int silently, except through value() and the
// conversion below.
#pragma once

#include <compare>

namespace suture::bytecode {

template <class Tag>
class Position {
 public:
  constexpr Position() = default;
  constexpr explicit Position(int value) : value_(value) {}
  constexpr int value() const { return value_; }

  friend constexpr auto operator<=>(Position, Position) = default;
  friend constexpr Position operator+(Position at, int distance) {
    return Position(at.value_ + distance);
  }
  friend constexpr Position operator-(Position at, int distance) {
    return Position(at.value_ - distance);
  }
  friend constexpr int operator-(Position a, Position b) { return a.value_ - b.value_; }

 private:
  int value_ = 0;
};

/// A place in a code object, in code units.
using CodeOffset = Position<struct CodeOffsetTag>;
/// The same place in bytes.
using ByteOffset = Position<struct ByteOffsetTag>;
/// How many slots of the operand stack are in use, NULL slots included.
using StackDepth = Position<struct StackDepthTag>;

constexpr ByteOffset toBytes(CodeOffset at) { return ByteOffset(at.value() * 2); }

}  // namespace suture::bytecode
