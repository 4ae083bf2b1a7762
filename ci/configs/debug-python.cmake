# The tests inside the debug build of CPython: its assertions and its total of references.
set(SUTURE_PYTHON /usr/bin/python3.11-dbg CACHE FILEPATH "")
include(${CMAKE_CURRENT_LIST_DIR}/dev.cmake)
