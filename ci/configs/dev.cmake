# Assertions on, planted faults compiled in (off unless chosen), optimised a little.
set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "")
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g" CACHE STRING "")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g" CACHE STRING "")
set(SUTURE_FAULTS ON CACHE BOOL "")
include(${CMAKE_CURRENT_LIST_DIR}/compiler.cmake)
