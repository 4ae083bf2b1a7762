# Finds the CPython to build against: one variable, SUTURE_PYTHON, names its interpreter.
set(SUTURE_PYTHON "" CACHE FILEPATH "The CPython interpreter (3.11, 3.12 or 3.13) to build against")
if(NOT SUTURE_PYTHON)
  # The environment of ci/setup has the packages some tests use; without it, the system's.
  find_program(SUTURE_DEFAULT_PYTHON python3.11 NO_DEFAULT_PATH
    PATHS ${CMAKE_CURRENT_SOURCE_DIR}/build/venv/bin /usr/bin)
  find_program(SUTURE_DEFAULT_PYTHON python3.11 REQUIRED)
  set(SUTURE_PYTHON ${SUTURE_DEFAULT_PYTHON})
endif()
set(Python3_EXECUTABLE ${SUTURE_PYTHON})
set(Python3_FIND_VIRTUALENV FIRST)
find_package(Python3 3.11...<3.14 REQUIRED
  COMPONENTS Interpreter Development.Module Development.Embed)
execute_process(COMMAND ${Python3_EXECUTABLE} -c
  "import sysconfig; print(int(bool(sysconfig.get_config_var('Py_GIL_DISABLED'))))"
  OUTPUT_VARIABLE SUTURE_NO_GIL OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
if(SUTURE_NO_GIL)
  message(FATAL_ERROR "Suture needs a CPython with the GIL; ${Python3_EXECUTABLE} is a "
    "free-threaded build. Set SUTURE_PYTHON to another interpreter.")
endif()
set(SUTURE_PYTHON_VERSION ${Python3_VERSION_MAJOR}.${Python3_VERSION_MINOR})

# Where PyTorch is looked for, behind PYTHONPATH: never needed, and not there unless it was asked for.
set(SUTURE_TORCH_PACKAGES
  ${CMAKE_CURRENT_SOURCE_DIR}/build/venv-torch/lib/python${SUTURE_PYTHON_VERSION}/site-packages
  CACHE PATH "Folder that has PyTorch (ci/setup --with torch)")

# Headers of the interpreter, as system headers: its warnings are not ours.
add_library(suture_python_headers INTERFACE)
target_include_directories(suture_python_headers SYSTEM INTERFACE ${Python3_INCLUDE_DIRS})
# For executables that embed the interpreter.
add_library(suture_python_embed INTERFACE)
target_link_libraries(suture_python_embed INTERFACE suture_python_headers ${Python3_LIBRARIES})
if(SUTURE_SANITIZE)
  target_sources(suture_python_embed INTERFACE ${CMAKE_CURRENT_LIST_DIR}/sanitizer_defaults.c)
endif()

# What a test needs in its environment to load the built module `suture` into the plain interpreter;
# a sanitized module needs the sanitizer's runtime in front, with our defaults.
set(SUTURE_PYTHON_TEST_ENVIRONMENT
  PYTHONPATH=${CMAKE_BINARY_DIR}/python PYTHONDONTWRITEBYTECODE=1)
if(SUTURE_SANITIZE)
  execute_process(COMMAND ${CMAKE_CXX_COMPILER}
    -print-file-name=libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so
    OUTPUT_VARIABLE SUTURE_ASAN_RUNTIME OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  list(APPEND SUTURE_PYTHON_TEST_ENVIRONMENT LD_PRELOAD=${SUTURE_ASAN_RUNTIME}
    ASAN_OPTIONS=detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1)
endif()
# The same in front of a command of the shell.
list(TRANSFORM SUTURE_PYTHON_TEST_ENVIRONMENT REPLACE "^([^=]*)=(.*)$" "\\1='\\2'"
  OUTPUT_VARIABLE SUTURE_PYTHON_SHELL_ENVIRONMENT)
list(JOIN SUTURE_PYTHON_SHELL_ENVIRONMENT " " SUTURE_PYTHON_SHELL_ENVIRONMENT)
