// How large generated programs are, as data. What any program may be at most is said by the laws of
// fuzz/il/; these are what the generator aims at.
#pragma once

namespace suture::generate {

struct Limits {
  int modeClasses = 2;      ///< at least one
  int classes = 1;          ///< none or more
  int functions = 2;        ///< at least one
  int calls = 2;            ///< from run(), at least one; some come with a change and another call
  int statements = 4;       ///< in a function's body
  int blockStatements = 2;  ///< in a block
  int blocks = 3;           ///< inside each other
  int expression = 2;       ///< operations inside each other
  double cost = 7;          ///< statements executed by one call of a function, all in all
  double innerCost = 4;     ///< the same, of a function in a function
};

}  // namespace suture::generate
