# libFuzzer targets (linked with the engine here, with a plain main in every other configuration),
# everything instrumented for edges, AddressSanitizer and UndefinedBehaviorSanitizer.
set(SUTURE_SANITIZE fuzzer-no-link,address,undefined CACHE STRING "")
include(${CMAKE_CURRENT_LIST_DIR}/dev.cmake)
