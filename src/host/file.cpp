#include "host/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <utility>

#include "base/error.hpp"
#include "host/output_target.hpp"

namespace heddle {

namespace {

[[noreturn]] void fail(const char* what, const std::filesystem::path& path, int error) {
  throw IoError(fmt::format("cannot {} '{}': {}", what, path.string(), std::strerror(error)));
}

/// A file descriptor that is closed on destruction.
class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }

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

OutputFile::OutputFile(std::filesystem::path path) : path_(std::move(path)) {
  OutputTarget target = find_output_target(path_);
  if (target.error != 0)
    throw IoError(fmt::format("cannot write '{}': {}", path_.string(), output_problem(target)));
  if (target.kind == OutputTarget::Kind::Descriptor) {  // opening the file again would truncate it
    std::fflush(nullptr);                               // keep the order of earlier output
    file_ = ::fcntl(target.descriptor, F_DUPFD_CLOEXEC, 3);
  } else if (target.kind == OutputTarget::Kind::Special) {  // cannot be renamed over
    file_ = ::open(target.file.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    target_ = target.file;
    temporary_ = fmt::format("{}.{}.tmp", target_.string(), ::getpid());
    file_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ >= 0 && target.exists) ::fchmod(file_, target.mode & 07777);
  }
  if (file_ < 0) fail("write", path_, errno);
}

OutputFile::~OutputFile() {
  if (file_ < 0) return;
  ::close(file_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void OutputFile::write(std::string_view text) {
  constexpr size_t kBuffer = 1 << 18;
  if (buffer_.size() + text.size() < kBuffer) {
    buffer_ += text;
    return;
  }
  flush();
  if (error_ == 0) error_ = write_all(file_, text.data(), text.size());
}

void OutputFile::flush() {
  if (error_ == 0) error_ = write_all(file_, buffer_.data(), buffer_.size());
  buffer_.clear();
}

void OutputFile::finish() {
  flush();
  if (::close(std::exchange(file_, -1)) != 0 && error_ == 0) error_ = errno;
  const bool renames = !temporary_.empty();
  if (error_ == 0 && renames && ::rename(temporary_.c_str(), target_.c_str()) != 0) error_ = errno;
  if (error_ == 0) return;
  if (renames) ::unlink(temporary_.c_str());
  fail("write", path_, error_);
}

void write_file(const std::filesystem::path& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  file.finish();
}

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes) {
  write_file(path, std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace heddle
