"""Prints the path of the interpreter that runs it, if Suture can be built against that one."""

import os
import sys
import sysconfig

header = os.path.join(sysconfig.get_path("include"), "Python.h")
folders = [sysconfig.get_config_var("LIBDIR") or "", sysconfig.get_config_var("LIBPL") or ""]
library = sysconfig.get_config_var("LDLIBRARY") or ""
if not (3, 11) <= sys.version_info[:2] <= (3, 13):
    sys.exit("not CPython 3.11, 3.12 or 3.13")
if sysconfig.get_config_var("Py_GIL_DISABLED"):
    sys.exit("a free-threaded build")
if not os.path.exists(header):
    sys.exit(f"no {header}")
if ".so" not in library or not any(os.path.exists(os.path.join(f, library)) for f in folders):
    sys.exit("no shared library")
print(sys.executable)
