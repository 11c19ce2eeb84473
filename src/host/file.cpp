#include "host/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "base/error.hpp"

namespace heddle {

namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path, int error) {
  throw IoError(fmt::format("cannot {} '{}': {}", what, path.string(), std::strerror(error)));
}

/// A file descriptor that is closed whatever happens.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int close() { return ::close(std::exchange(fd_, -1)); }

 private:
  int fd_;
};

int write_all(int fd, const char* data, size_t size) {
  while (size > 0) {
    ssize_t n = ::write(fd, data, size);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return n < 0 ? errno : EIO;
    data += n;
    size -= static_cast<size_t>(n);
  }
  return 0;
}

bool is_special(const std::filesystem::path& path) {
  struct stat info {};
  return ::stat(path.c_str(), &info) == 0 && !S_ISREG(info.st_mode);
}

}  // namespace

std::string read_file(const std::filesystem::path& path, uint64_t limit) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.get() < 0) fail("read", path, errno);
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) fail("read", path, errno);
  if (S_ISDIR(info.st_mode)) fail("read", path, EISDIR);
  std::string text;
  if (S_ISREG(info.st_mode) && static_cast<uint64_t>(info.st_size) <= limit)
    text.reserve(static_cast<size_t>(info.st_size));
  char chunk[65536];
  while (true) {
    ssize_t n = ::read(file.get(), chunk, sizeof chunk);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail("read", path, errno);
    if (n == 0) return text;
    if (text.size() + static_cast<size_t>(n) > limit)
      throw IoError(
          fmt::format("cannot read '{}': it is larger than {} bytes", path.string(), limit));
    text.append(chunk, static_cast<size_t>(n));
  }
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  // A pipe or a device cannot be renamed over: write it in place.
  bool in_place = is_special(path);
  std::string target =
      in_place ? path.string() : fmt::format("{}.{}.tmp", path.string(), ::getpid());
  Descriptor file(::open(target.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (file.get() < 0) fail("write", path, errno);
  int error = write_all(file.get(), text.data(), text.size());
  if (file.close() != 0 && error == 0) error = errno;
  if (error == 0 && !in_place && ::rename(target.c_str(), path.c_str()) != 0) error = errno;
  if (error != 0) {
    if (!in_place) ::unlink(target.c_str());
    fail("write", path, error);
  }
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  write_file(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace heddle
