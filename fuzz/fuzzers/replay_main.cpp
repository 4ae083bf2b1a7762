// main() of the replay builds of the fuzz targets: runs the target once on each file given, or on
// each file of a folder given, without the engine. Exit code 0, or the target's abort; 2 for a path
// that cannot be read, that is no file and no folder, or a folder without files: nothing would run.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

constexpr int kWrongUse = 2;

bool refuse(const fs::path& path, const char* why) {
  std::fprintf(stderr, "%s: %s\n", path.c_str(), why);
  return false;
}

bool replayFile(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return refuse(path, "cannot be read");
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::printf("%s: %zu bytes\n", path.c_str(), bytes.size());
  std::fflush(stdout);  // to be read when the target aborts
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  return true;
}

bool replayFolder(const fs::path& folder) {
  std::error_code error;
  bool some = false;
  for (auto entry = fs::directory_iterator(folder, error);
       !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (!entry->is_regular_file())
      return refuse(entry->path(), "not a file, in a folder of inputs");
    if (!replayFile(entry->path())) return false;
    some = true;
  }
  if (error) return refuse(folder, "cannot be read");
  return some || refuse(folder, "no file in this folder: nothing was replayed");
}

bool replay(const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return replayFolder(path);
  if (fs::is_regular_file(path, error)) return replayFile(path);
  return refuse(path, "no file and no folder");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s INPUT...      files, or folders of files\n", argv[0]);
    return kWrongUse;
  }
  for (int i = 1; i < argc; ++i) {
    if (!replay(argv[i])) return kWrongUse;
  }
  return 0;
}
