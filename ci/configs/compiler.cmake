# The compilers every configuration uses, and ccache where it exists.
set(CMAKE_C_COMPILER clang-19 CACHE STRING "")
set(CMAKE_CXX_COMPILER clang++-19 CACHE STRING "")
find_program(SUTURE_CCACHE ccache)
if(SUTURE_CCACHE)
  set(CMAKE_C_COMPILER_LAUNCHER ${SUTURE_CCACHE} CACHE STRING "")
  set(CMAKE_CXX_COMPILER_LAUNCHER ${SUTURE_CCACHE} CACHE STRING "")
endif()
