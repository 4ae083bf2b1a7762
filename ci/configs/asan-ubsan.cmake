# Every test under AddressSanitizer and UndefinedBehaviorSanitizer; any report ends the process.
set(SUTURE_SANITIZE address,undefined CACHE STRING "")
include(${CMAKE_CURRENT_LIST_DIR}/dev.cmake)
