// main() of the replay builds of the fuzz targets: runs the target once on each file given, or on
// each file of a folder given, without the engine. Exit code 0, or the target's abort; 2 for a path
// that is no file and no folder.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void replay(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
  std::printf("%s: %zu bytes\n", path.c_str(), bytes.size());
  std::fflush(stdout);  // to be read when the target aborts
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::filesystem::path path = argv[i];
    if (std::filesystem::is_directory(path)) {
      for (const auto& entry : std::filesystem::directory_iterator(path)) replay(entry.path());
    } else if (std::filesystem::is_regular_file(path)) {
      replay(path);
    } else {
      std::fprintf(stderr, "%s: no file and no folder\n", argv[i]);
      return 2;
    }
  }
  return 0;
}
