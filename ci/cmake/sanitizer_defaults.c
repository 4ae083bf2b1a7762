// What sanitized executables that embed CPython start with; ASAN_OPTIONS in the environment adds to
// it. CPython's own pools are never given back, so leaks cannot be told; a small quarantine keeps a
// process below 100 MB; memory that cannot be had is CPython's to report.
const char* __asan_default_options(void);
const char* __asan_default_options(void) {
  return "detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1";
}
const char* __ubsan_default_options(void);
const char* __ubsan_default_options(void) { return "print_stacktrace=1"; }
