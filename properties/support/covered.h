// That a law has looked at something: a law that counted nothing would hold of anything.
//
//   const bool holds = check("what must hold", 400, [&] { … ++twins; });
//   return covered("what must hold", {{"twins", twins}, {"delegating", delegating}}) && holds;
//
// Prints the counts, so that a log tells what was covered. False if there is none, or if one is
// not above zero. Needs neither RapidCheck nor an interpreter.
#pragma once

#include <initializer_list>
#include <iostream>
#include <string_view>

namespace suture::properties {

struct Count {
  std::string_view what;
  long number = 0;
};

inline bool covered(std::string_view law, std::initializer_list<Count> counts) {
  bool all = counts.size() > 0;
  std::cout << law << ":";
  for (const Count& count : counts) {
    std::cout << " " << count.number << " " << count.what << ";";
    all = all && count.number > 0;
  }
  std::cout << (all ? "" : " NOT COVERED: the law has shown nothing") << std::endl;
  return all;
}

}  // namespace suture::properties
