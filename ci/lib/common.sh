# What the commands of ci/ share: messages, logs, Python environments, configuring and building.
# Sourced, never run. A command sets nothing up for it but `set -euo pipefail`.
#
# Exit codes of all commands: 0 fine, 1 a test failed, 2 wrong use, 3 set-up or build broken.

root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
command_name=ci/$(basename -- "$0")
default_python=/usr/bin/python3.11
jobs=$(nproc)

# One compiler cache serves every checkout: paths below the root count from there.
export CCACHE_BASEDIR=$root CCACHE_NOHASHDIR=1

say() { echo "$command_name: $*" >&2; }

die() {  # CODE MESSAGE…
  local code=$1
  shift
  say "$@"
  exit "$code"
}

# Runs a command with its output in build/logs/NAME.log; shows the end of it only when it fails.
quietly() {  # NAME COMMAND…
  local log=$root/build/logs/$1.log
  shift
  mkdir -p "$root/build/logs"
  "$@" >"$log" 2>&1 </dev/null && return
  tail -n 60 "$log" >&2
  say "failed: $*"
  say "the whole output is in $log"
  return 1
}

# Prints the name of an interpreter that its folders carry: 3.12.1, 3.11.2-debug.
interpreterName() {  # PYTHON
  "$1" -c 'import platform, sys
print(platform.python_version() + "-debug" * hasattr(sys, "gettotalrefcount"))'
}

# Makes or updates a virtual environment with what a file in ci/ names; quick when up to date.
environment() {  # FOLDER PYTHON [REQUIREMENTS]
  local folder=$1 python=$2 requirements=$root/ci/${3:-requirements.txt} wanted
  wanted="$python $(interpreterName "$python") $(cksum <"$requirements")" ||
    die 3 "$python does not run"
  [ "$(cat "$folder/made-from" 2>/dev/null || true)" != "$wanted" ] || return 0
  say "makes the Python environment ${folder#"$root"/} (from $python)"
  quietly environment "$python" -m venv --clear "$folder" || exit 3
  quietly environment "$folder/bin/python" -m pip install --quiet --disable-pip-version-check \
    --only-binary :all: -r "$requirements" || exit 3
  echo "$wanted" >"$folder/made-from"
}

# Sets `python`: the environment's interpreter for a configuration. build/venv belongs to the default
# one; SUTURE_PYTHON and the debug interpreter get a folder of their own.
choosePython() {  # CONFIG
  local base=${SUTURE_PYTHON:-$default_python} folder=$root/build/venv
  [ "$1" != debug-python ] || base=/usr/bin/python3.11-dbg
  base=$(command -v -- "$base") ||
    die 3 "no interpreter ${SUTURE_PYTHON:-$default_python}; SUTURE_PYTHON chooses one"
  [ "$base" = "$default_python" ] || folder=$root/build/venv-$(interpreterName "$base")
  environment "$folder" "$base"
  python=$folder/bin/python
}

# Configures build/FOLDER with ci/configs/CONFIG.cmake, again only when what it depends on changed.
configure() {  # FOLDER CONFIG PYTHON [CMAKE ARGUMENT…]
  local folder=$root/build/$1 config=$root/ci/configs/$2.cmake python=$3 wanted
  shift 3
  wanted="$(cat "$root"/ci/configs/*.cmake | cksum) $python $(interpreterName "$python") $*"
  # Tests of what needs PyTorch are there where it is.
  wanted+=" $(cat "$root/build/venv-torch/made-from" 2>/dev/null || echo "no PyTorch")"
  [ "$(cat "$folder/configured-with" 2>/dev/null || true)" != "$wanted" ] || return 0
  quietly "configure-$(basename "$folder")" cmake --fresh -G Ninja -C "$config" \
    -S "$root" -B "$folder" -D "SUTURE_PYTHON=$python" "$@" || exit 3
  echo "$wanted" >"$folder/configured-with"
}

configurations() {
  (cd "$root/ci/configs" && ls -- *.cmake) | sed -e '/^compiler/d' -e 's/\.cmake$//' | xargs
}

build() {  # FOLDER [TARGET…]
  local folder=$1
  shift
  ninja -C "$root/build/$folder" -n "$@" 2>/dev/null | grep -q 'no work to do' ||
    say "builds build/$folder"
  quietly "build-$folder" ninja -C "$root/build/$folder" -j "$jobs" "$@" || exit 3
}

# Prints the comment at the top of the command: what --help shows.
usage() { sed -n '2,/^[^#]/{/^#/!d;s/^# \{0,1\}//;p}' "$0"; }

# Prints the other interpreters that core/ is tested with, one a line: 3.12 and 3.13 as far as they
# have headers and a shared library, from PATH (and from pyenv, whose shims hide them), and all that
# SUTURE_EXTRA_PYTHONS names (separated by colons), which must fit.
extraPythons() {
  local version candidate named=()
  IFS=: read -r -a named <<<"${SUTURE_EXTRA_PYTHONS:-}"
  for candidate in "${named[@]}"; do
    "$candidate" "$root/ci/lib/buildable.py" ||
      die 2 "SUTURE_EXTRA_PYTHONS: $candidate cannot be built against"
  done
  for version in 3.12 3.13; do
    for candidate in "python$version" "$(pyenvPython "$version")"; do
      # An `if`: that there is none is no failure, not even of the last one.
      if [ -n "$candidate" ] && "$candidate" "$root/ci/lib/buildable.py" 2>/dev/null; then break; fi
    done
  done
}

pyenvPython() {  # VERSION
  local folder
  folder=$(pyenv root 2>/dev/null)/versions || return 0
  ls -d "$folder/$1".*/bin/python 2>/dev/null | tail -n 1
}

# The version, X.Y, of the interpreter that SUTURE_PYTHON names.
pythonVersion() {
  "${SUTURE_PYTHON:-$default_python}" -c 'import sys; print("%d.%d" % sys.version_info[:2])'
}

# The commit that a summary is about.
commit() {
  local git=(git -C "$root" -c safe.directory='*')
  "${git[@]}" rev-parse HEAD
  [ -z "$("${git[@]}" status --porcelain -- . ':!ci/summaries')" ] ||
    echo "with uncommitted changes"
}
