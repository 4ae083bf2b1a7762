# Counts executed lines; `ci/nightly coverage` collects them with lcov.
set(CMAKE_BUILD_TYPE Debug CACHE STRING "")
set(CMAKE_C_FLAGS "--coverage" CACHE STRING "")
set(CMAKE_CXX_FLAGS "--coverage" CACHE STRING "")
set(SUTURE_FAULTS ON CACHE BOOL "")
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
