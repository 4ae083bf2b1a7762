# suture_library(NAME FOLDER SOURCES … USES …): one static library a folder. USES names the
# libraries before it in the order of core/README.md; ci/checks/include_direction enforces it. Nothing of
# it is seen outside the module or executable that it is linked into, so that no call of a function that
# is kept out of line goes through a table.
function(suture_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  add_library(suture_${name} STATIC ${ARG_SOURCES})
  target_link_libraries(suture_${name} PUBLIC suture_flags suture_python_headers)
  set_target_properties(suture_${name} PROPERTIES C_VISIBILITY_PRESET hidden
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  foreach(used IN LISTS ARG_USES)
    target_link_libraries(suture_${name} PUBLIC suture_${used})
  endforeach()
endfunction()

# suture_test(NAME SOURCES … USES …): a GoogleTest executable that embeds CPython. Each case is a
# test of its own in ctest, in a process of its own, named VERSION/NAME/Suite.Case.
function(suture_test name)
  cmake_parse_arguments(ARG "" "" "SOURCES;USES" ${ARGN})
  if(NOT SUTURE_TESTS)
    return()
  endif()
  find_package(GTest REQUIRED)
  include(GoogleTest)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE GTest::gtest GTest::gmock suture_embed_main)
  foreach(used IN LISTS ARG_USES)
    target_link_libraries(${name} PRIVATE suture_${used})
  endforeach()
  gtest_discover_tests(${name} NO_PRETTY_VALUES DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60
    TEST_PREFIX ${SUTURE_PYTHON_VERSION}/${name}/)
endfunction()
