// Law: at every unit of every code object of the standard library, the handler we find is the one
// CPython's own reader of exception tables (dis) reports: range, target, depth and kind.
#include <gtest/gtest.h>

#include <iostream>
#include <string>

#include "core/bytecode/handlers.h"
#include "core/py/check.h"
#include "properties/bytecode/support/standard_library.h"
#include "properties/support/covered.h"

namespace suture {
namespace {

using bytecode::CodeOffset;
using bytecode::Handler;
using bytecode::HandlerTable;

// A list of (start, end, target, depth, lasti), offsets in bytes, end exclusive.
py::Ref<> entriesByDis(py::Borrowed<> parse, py::Borrowed<PyCodeObject> code) {
  auto entries = py::Ref<>::steal(PyObject_CallOneArg(parse.get(), code.object()));
  SUTURE_CHECK(entries, "dis reads the exception table");
  return entries;
}

long attribute(PyObject* entry, const char* name) {
  const auto value = py::Ref<>::steal(PyObject_GetAttrString(entry, name));
  return PyLong_AsLong(value.get());
}

Handler toHandler(PyObject* entry) {
  const auto number = [&](const char* name) { return static_cast<int>(attribute(entry, name)); };
  return {CodeOffset(number("start") / 2), CodeOffset(number("end") / 2),
          CodeOffset(number("target") / 2), bytecode::StackDepth(number("depth")),
          number("lasti") != 0};
}

TEST(Property, HandlersAgreeWithCPython) {
  const auto dis = py::Ref<>::steal(PyImport_ImportModule("dis"));
  ASSERT_TRUE(dis);
  const auto parse = py::Ref<>::steal(PyObject_GetAttrString(dis.get(), "_parse_exception_table"));
  ASSERT_TRUE(parse);
  long units = 0;
  long covered = 0;
  long handlers = 0;
  const auto walk = properties::everyCodeObject([&](const properties::LibraryCode& code) {
    const auto table = HandlerTable::of(code.code);
    ASSERT_TRUE(table) << code.place();
    const auto entries = entriesByDis(parse, code.code);
    const int unitCount = static_cast<int>(Py_SIZE(code.code.object()));
    std::vector<const Handler*> expected(static_cast<std::size_t>(unitCount), nullptr);
    std::vector<Handler> parsed;
    for (Py_ssize_t i = 0; i < PyList_GET_SIZE(entries.get()); ++i) {
      parsed.push_back(toHandler(PyList_GET_ITEM(entries.get(), i)));
    }
    for (const Handler& handler : parsed) {
      for (int at = handler.start.value(); at < handler.end.value(); ++at) {
        expected[static_cast<std::size_t>(at)] = &handler;
      }
    }
    for (int at = 0; at < unitCount; ++at) {
      const Handler* found = table->find(CodeOffset(at));
      const Handler* wanted = expected[static_cast<std::size_t>(at)];
      EXPECT_TRUE(wanted == nullptr ? found == nullptr : found != nullptr && *found == *wanted)
          << code.place() << ": unit " << at;
      covered += wanted != nullptr ? 1 : 0;
    }
    units += unitCount;
    handlers += static_cast<long>(parsed.size());
  });
  std::cout << walk.summary();
  EXPECT_TRUE(properties::covered(
      "handlers agree with CPython",
      {{"exception table entries", handlers}, {"units", units}, {"of them covered", covered}}));
}

}  // namespace
}  // namespace suture
