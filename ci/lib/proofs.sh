# The proofs of ci/nightly. Each prints the body of its summary and returns 1 when something failed.
# Sourced after common.sh.

# Configures and builds a configuration for the default interpreter.
ready() {  # CONFIG
  choosePython "$1"
  configure "$1" "$1" "$python"
  build "$1"
}

# Runs all tests of a configuration; prints totals and what failed.
testsOf() {  # CONFIG
  local log=$root/build/logs/nightly-$1.log code=0
  ready "$1"
  ctest --test-dir "$root/build/$1" --parallel "$jobs" --output-on-failure --no-tests=error \
    >"$log" 2>&1 </dev/null || code=1
  echo "CPython $(interpreterName "$python"), configuration $1:"
  echo
  echo '```'
  sed -n '/% tests passed/,$p' "$log"
  echo '```'
  [ "$code" = 0 ] || say "the whole output is in $log"
  return "$code"
}

prove_sanitizers() { testsOf asan-ubsan; }
prove_debug_python() { testsOf debug-python; }

# What a campaign printed without its progress lines: the counts and the outcome, and before them
# findings with their reproduce lines, or the message of a campaign that could not run.
outcomeOf() {  # LOG
  echo '```'
  sed -E '/^ *[0-9]+ s  (inputs|programs) /d' "$1" | tail -n 200
  echo '```'
}

# CPython's own tests in the interpreter that SUTURE_PYTHON names.
prove_cpython_tests() {
  local code=0 name log breaks modules=$root/ci/cpython_modules.txt
  choosePython dev
  name=$(interpreterName "$python")
  configure "nightly-$name" dev "$python"
  build "nightly-$name" fuzz/cli/suture suture_python_module
  for breaks in "everywhere, seed 1" "random:0.1, seed "{1,2,3}; do
    log=$root/build/logs/cpython-tests-$name-${breaks// /-}.log
    echo "## CPython $name, $(grep -c ^test_ "$modules") modules, stopped $breaks"
    echo
    "$root/build/nightly-$name/fuzz/cli/suture" run --target core --breaks "${breaks%%,*}" \
      --seed "${breaks##* }" --jobs "$jobs" --modules "$modules" cpython-tests \
      >"$log" 2>&1 </dev/null || code=1
    outcomeOf "$log"
  done
  return "$code"
}

# No reference drifts over 10,000 calls of each corpus program, stopped everywhere; in the debug
# build of CPython that counts all references there are: that of the programs without tensors, since
# NumPy, built for other interpreters, takes references without counting them.
prove_drift() {
  local code=0 config log programs=("$root/corpus/seeds")
  for config in dev debug-python; do
    log=$root/build/logs/drift-$config.log
    ready "$config"
    if [ "$config" = debug-python ]; then
      mapfile -t programs < <(grep -rLE '^from suture import lab' "${programs[@]}" --include='*.py' | sort)
      [ "${#programs[@]}" -gt 0 ] || { echo "No program without tensors in corpus/seeds."; return 1; }
    fi
    echo "## CPython $(interpreterName "$python"), configuration $config"
    echo
    "$root/build/$config/fuzz/cli/suture" run --breaks everywhere --drift-calls 10000 \
      --timeout 900 --jobs "$jobs" "${programs[@]}" >"$log" 2>&1 </dev/null || code=1
    outcomeOf "$log"
    echo
  done
  return "$code"
}

# Generated programs on the core: nothing may differ.
prove_generated() {
  local code=0 log breaks
  ready dev
  for breaks in random everywhere; do
    log=$root/build/logs/generated-$breaks.log
    echo "## CPython $(interpreterName "$python"), 600 seconds, breaks $breaks"
    echo
    "$root/build/dev/fuzz/cli/suture" run --target core --breaks "$breaks" --seconds 600 --seed 1 \
      --jobs "$jobs" --findings "$root/build/findings" >"$log" 2>&1 </dev/null || code=1
    outcomeOf "$log"
    echo
  done
  return "$code"
}

# Generated programs under the sanitizers and inside the debug build of CPython, one core each, at the
# same time: silent, as a death out of place is a finding.
prove_checked() {
  local code=0 config log configs=(asan-ubsan debug-python) running=()
  for config in "${configs[@]}"; do ready "$config"; done
  for config in "${configs[@]}"; do
    "$root/build/$config/fuzz/cli/suture" run --target core --breaks random --seconds 1200 --seed 1 \
      --jobs 1 --findings "$root/build/findings-$config" \
      >"$root/build/logs/checked-$config.log" 2>&1 </dev/null &
    running+=($!)
  done
  for config in "${!configs[@]}"; do
    log=$root/build/logs/checked-${configs[$config]}.log
    wait "${running[$config]}" || code=1
    echo "## 1,200 seconds, breaks random, configuration ${configs[$config]}"
    echo
    outcomeOf "$log"
    echo
  done
  return "$code"
}

# Each planted fault of the core must be found; the control must not.
prove_faults() {
  local code=0 log=$root/build/logs/faults.log
  ready dev
  "$root/build/dev/fuzz/cli/suture" faults --matrix --seconds 60 --seeds 5 \
    --findings "$root/build/faults" >"$log" 2>&1 </dev/null || code=1
  outcomeOf "$log"
  return "$code"
}

prove_properties() {
  local code=0 laws log=$root/build/logs/nightly-properties.log
  ready dev
  for laws in frame tools; do
    SUTURE_PROPERTY_SCALE=12 "$root/build/dev/properties/$laws/property_$laws" \
      --gtest_filter='-*ThatHasSeen*' 2>&1 </dev/null || code=1
  done >"$log"
  SUTURE_MUTATIONS=1000000 "$root/build/dev/properties/harness/property_harness" \
    --gtest_filter='Property.Mutations*' >>"$log" 2>&1 </dev/null || code=1
  echo "Twelve times the cases of ci/test, and a million mutations, CPython $(interpreterName "$python"):"
  echo
  echo '```'
  sed 's/ ([0-9]* ms[^)]*)//' "$log" | grep -vE '^(Using|Note|\[=|\[-|$)' || true
  echo '```'
  return "$code"
}

prove_fuzzers() {
  local code=0 fuzzers fuzzer name log work result seeds
  ready fuzz
  mapfile -t fuzzers < <(find "$root/build/fuzz" -type f -executable -name '*_fuzzer' | sort)
  [ "${#fuzzers[@]}" -gt 0 ] || { echo "No target in build/fuzz."; return 1; }
  echo '| target | seconds | runs | result |'
  echo '|---|---|---|---|'
  for fuzzer in "${fuzzers[@]}"; do
    name=$(basename "$fuzzer")
    log=$root/build/logs/$name.log
    work=$root/build/fuzzers/$name
    seeds=$root/fuzz/fuzzers/${name%_fuzzer}_seeds
    mkdir -p "$work/corpus"
    result=silent
    (cd "$work" && "$fuzzer" -max_total_time=300 -rss_limit_mb=2048 -print_final_stats=1 \
      "-dict=$fuzzer.dict" corpus "$seeds") \
      >"$log" 2>&1 </dev/null || { result="exit $?, see $name.log in build/logs"; code=1; }
    echo "| $name | 300 | $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") | $result |"
  done
  return "$code"
}

prove_coverage() {
  local code=0 all=$root/build/coverage/all.info ours=$root/build/coverage/ours.info
  ready coverage
  find "$root/build/coverage" -name '*.gcda' -delete
  ctest --test-dir "$root/build/coverage" --parallel "$jobs" --no-tests=error \
    >"$root/build/logs/nightly-coverage.log" 2>&1 </dev/null || code=1
  quietly lcov-capture lcov --quiet --capture --directory "$root/build/coverage" \
    --base-directory "$root" --gcov-tool "$root/ci/lib/llvm_gcov" --output-file "$all" || return 1
  quietly lcov-extract lcov --quiet --extract "$all" "$root/core/*" "$root/fuzz/*" \
    --output-file "$all" || return 1
  quietly lcov-remove lcov --quiet --remove "$all" '*_test.cpp' \
    --output-file "$ours" || return 1
  sed -n '/% tests passed/p' "$root/build/logs/nightly-coverage.log"
  echo
  python3 "$root/ci/lib/coverage_table.py" "$root" "$ours"
  return "$code"
}
