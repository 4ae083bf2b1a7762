#include "fuzz/report/file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

namespace suture::report {
namespace {

namespace fs = std::filesystem;

std::string problem(const std::string& path) {
  return path + ": cannot be written: " + std::strerror(errno);
}

bool writeTo(int descriptor, std::string_view content) {
  while (!content.empty()) {
    const ssize_t done = write(descriptor, content.data(), content.size());
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return false;
    content.remove_prefix(static_cast<size_t>(done));
  }
  return true;
}

std::optional<std::string> writeDirectly(const std::string& path, std::string_view content) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return problem(path);
  const bool written = writeTo(descriptor, content);
  const auto failed = written ? std::optional<std::string>() : problem(path);
  close(descriptor);
  return failed;
}

}  // namespace

std::optional<std::string> writeWhole(const std::string& path, std::string_view content) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) return writeDirectly(path, content);
  const std::string temporary = path + ".part-" + std::to_string(getpid());
  const int descriptor = open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor < 0) return problem(path);
  bool written = writeTo(descriptor, content) && fsync(descriptor) == 0;
  written = close(descriptor) == 0 && written;
  if (written && std::rename(temporary.c_str(), path.c_str()) == 0) return std::nullopt;
  std::string message = problem(path);
  unlink(temporary.c_str());
  return message;
}

std::optional<std::string> cannotHold(const std::string& path) {
  std::error_code ignored;
  const fs::path folder = fs::absolute(path).parent_path();
  if (fs::is_directory(path, ignored)) return path + ": is a folder";
  if (fs::is_directory(folder, ignored)) return std::nullopt;
  return path + ": no folder " + folder.string();
}

}  // namespace suture::report
