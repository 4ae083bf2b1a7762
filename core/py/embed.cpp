#include "core/py/embed.h"

#include <Python.h>

#include "core/py/check.h"

namespace suture::py {
namespace {

void exitOnFailure(PyStatus status) {
  if (PyStatus_Exception(status)) Py_ExitStatusException(status);
}

}  // namespace

EmbeddedInterpreter::EmbeddedInterpreter(const EmbedOptions& options) {
  PyConfig config;
  PyConfig_InitIsolatedConfig(&config);
  config.site_import = 1;
  config.install_signal_handlers = options.installSignalHandlers ? 1 : 0;
  config.write_bytecode = 0;
  if (options.hashSeed) {
    config.use_hash_seed = 1;
    config.hash_seed = *options.hashSeed;
  }
  exitOnFailure(PyConfig_SetBytesString(&config, &config.executable, SUTURE_PYTHON_EXECUTABLE));
  exitOnFailure(PyConfig_SetBytesString(&config, &config.program_name, SUTURE_PYTHON_EXECUTABLE));
  std::vector<char*> arguments;
  arguments.reserve(options.arguments.size());
  for (const std::string& argument : options.arguments) {
    arguments.push_back(const_cast<char*>(argument.c_str()));  // the C API takes char**, reads only
  }
  if (!arguments.empty()) {
    config.parse_argv = 0;
    exitOnFailure(PyConfig_SetBytesArgv(&config, static_cast<Py_ssize_t>(arguments.size()),
                                        arguments.data()));
  }
  exitOnFailure(Py_InitializeFromConfig(&config));
  PyConfig_Clear(&config);
  PyObject* path = PySys_GetObject("path");
  SUTURE_CHECK(path != nullptr && PyList_Check(path), "sys.path is a list after start");
  for (auto it = options.importPaths.rbegin(); it != options.importPaths.rend(); ++it) {
    PyObject* entry = PyUnicode_DecodeFSDefault(it->c_str());
    SUTURE_CHECK(entry != nullptr && PyList_Insert(path, 0, entry) == 0, "sys.path takes an entry");
    Py_DECREF(entry);
  }
}

EmbeddedInterpreter::~EmbeddedInterpreter() {
  SUTURE_CHECK(Py_FinalizeEx() == 0, "the embedded interpreter ends cleanly");
}

}  // namespace suture::py
