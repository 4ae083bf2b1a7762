// The comparison of two observations: exact, field by field, the first difference named.
//
//   if (std::optional<Difference> d = firstDifference(plain, stopped)) d->path  // "exception.type"
//
// Values are compared as the driver described them (exact types are part of the description), so
// 1, True and 1.0 differ, and so do 0.0 and -0.0. Nothing is forgiven here.
#pragma once

#include <optional>
#include <string>

#include "fuzz/oracle/observation.h"

namespace suture::oracle {

struct Difference {
  Field field;
  std::string path;      ///< where in the field, e.g. "exception.traceback[2].line"
  std::string expected;  ///< there, as plain CPython has it ("nothing" when absent)
  std::string actual;    ///< there, as the target has it
};

std::optional<Difference> firstDifference(const Observation& plain, const Observation& other);

}  // namespace suture::oracle
