# Options, warnings and sanitizers that every target of the project shares.
option(SUTURE_HARNESS "Build fuzz/ and regressions/ beside core/ and properties/" ON)
option(SUTURE_TESTS "Build the tests and properties/" ON)
option(SUTURE_FAULTS "Compile the planted faults in (test builds only)" OFF)
option(SUTURE_WERROR "Treat warnings as errors" ON)
set(SUTURE_SANITIZE "" CACHE STRING "Comma-separated sanitizers, e.g. address,undefined")

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_C_STANDARD 11)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

add_library(suture_flags INTERFACE)
target_include_directories(suture_flags INTERFACE ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_options(suture_flags INTERFACE -Wall -Wextra -Wshadow -Wconversion
  $<$<BOOL:${SUTURE_WERROR}>:-Werror>)
if(SUTURE_SANITIZE)
  target_compile_options(suture_flags INTERFACE -fsanitize=${SUTURE_SANITIZE}
    -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(suture_flags INTERFACE -fsanitize=${SUTURE_SANITIZE})
endif()
if(SUTURE_FAULTS)
  target_compile_definitions(suture_flags INTERFACE SUTURE_FAULTS=1)
endif()
if(NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_definitions(suture_flags INTERFACE SUTURE_CHECKED=1)
endif()
