# What users get and what is measured: optimised across files, no assertions, no planted faults.
# The frame layer's accessors are tiny functions in C files: without link-time optimisation a stop
# costs half as much again.
set(CMAKE_BUILD_TYPE Release CACHE STRING "")
set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON CACHE BOOL "")
foreach(kind EXE MODULE SHARED)
  set(CMAKE_${kind}_LINKER_FLAGS "-fuse-ld=lld-19" CACHE STRING "")
endforeach()
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
