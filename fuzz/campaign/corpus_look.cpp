#include "fuzz/campaign/corpus_look.h"

#include <Python.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "fuzz/batch/features.h"
#include "fuzz/batch/judge.h"
#include "fuzz/campaign/interpreter.h"
#include "fuzz/campaign/process.h"
#include "fuzz/driver/driver.h"
#include "fuzz/driver/programs.h"
#include "fuzz/il/text.h"

namespace suture::campaign {
namespace {

using nlohmann::json;

constexpr std::chrono::hours kAll{24};  // programs have their own limit

py::Result<json> lookIn(py::Borrowed<> module, const StoredProgram& program) {
  auto answer =
      py::take(PyObject_CallMethod(module.get(), "look", "ssO", program.path.c_str(),
                                   program.text.c_str(), program.isMarked ? Py_True : Py_False));
  if (!answer) return std::move(answer).error();
  const char* text = PyUnicode_AsUTF8(answer->get());
  if (text == nullptr) return py::Error::take();
  return json::parse(text);
}

json lookInChild(py::Borrowed<> module, const StoredProgram& program) {
  PyOS_BeforeFork();
  const ChildEnd end = runInChild({}, [&] {
    PyOS_AfterFork_Child();
    auto seen = lookIn(module, program);
    const json told =
        seen ? *std::move(seen) : json{{"broken", driver::inOneLine(std::move(seen).error())}};
    return told.dump(-1, ' ', false, json::error_handler_t::replace);
  });
  PyOS_AfterFork_Parent();
  if (end.report) return json::parse(*end.report);
  return {{"problems", {"ends its process: " + end.ending}}, {"sound", false}, {"log", ""}};
}

py::Result<json> lookAtAll(std::span<const StoredProgram> programs) {
  const driver::Driver driver;
  auto opened = driver::Programs::open();
  if (!opened) return std::move(opened).error();
  if (auto settled = opened->settle(); !settled) return std::move(settled).error();
  auto module = driver::loadDriverModule("corpus");
  if (!module) return std::move(module).error();
  json looks = json::array();
  for (const StoredProgram& program : programs) {
    json look = lookInChild(*module, program);
    if (look.contains("broken")) return look;
    const auto log = look.at("log").get<std::string>();
    if (program.isMarked && look.at("sound") && !batch::isValid(log)) {
      look["problems"].push_back("raises what was not planned");
      look["sound"] = false;
    }
    if (il::print(il::parse(program.text)) != program.text) {
      look["problems"].push_back("is another text once it was read");
    }
    look["features"] = batch::featuresOf(log);
    look.erase("log");
    looks.push_back(std::move(look));
  }
  return looks;
}

}  // namespace

std::variant<std::vector<Look>, std::string> lookAt(std::span<const StoredProgram> programs) {
  const ChildEnd end = runInChild({.time = kAll, .memoryBytes = 0}, [&] {
    becomeWorker(getppid());
    startInterpreter();
    auto looks = lookAtAll(programs);
    const json told =
        looks ? *std::move(looks) : json{{"broken", driver::inOneLine(std::move(looks).error())}};
    return told.dump(-1, ' ', false, json::error_handler_t::replace);
  });
  if (!end.report) return "the look at the programs ended: " + end.ending + "\n" + end.err;
  const json told = json::parse(*end.report);
  if (told.is_object()) return told.at("broken").get<std::string>();
  std::vector<Look> looks;
  for (const json& one : told)
    looks.push_back({one.at("problems"), one.at("sound"), one.at("features")});
  return looks;
}

}  // namespace suture::campaign
