# What users get and what is measured: optimised, no assertions, no planted faults.
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
