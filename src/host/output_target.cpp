#include "host/output_target.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstring>

#include "base/number.hpp"

namespace heddle {

namespace {

namespace fs = std::filesystem;
constexpr int kMaxLinks = 40;  // as in Linux

std::string identity_of(const struct stat& info) {
  return fmt::format("{}:{}", info.st_dev, info.st_ino);
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// N of /proc/self/fd/N, however it is spelt; -1 if the name is none of these.
int descriptor_of(const fs::path& file) {
  std::error_code failed;
  fs::path folder = fs::canonical(folder_of(file), failed);
  if (failed || folder != fs::canonical("/proc/self/fd", failed) || failed) return -1;
  auto number = parse_whole(file.filename().string(), {0, INT_MAX});
  return number ? static_cast<int>(*number) : -1;
}

void inspect_descriptor(OutputTarget& target) {
  target.kind = OutputTarget::Kind::Descriptor;
  struct stat info {};
  const int flags = ::fcntl(target.descriptor, F_GETFL);
  if (flags < 0 || ::fstat(target.descriptor, &info) != 0) {
    target.error = errno;
    return;
  }
  if ((flags & O_ACCMODE) == O_RDONLY) target.error = EBADF;
  target.mode = info.st_mode;
  target.identity = identity_of(info);
}

void inspect_existing(OutputTarget& target, const struct stat& info) {
  target.exists = S_ISREG(info.st_mode);
  target.kind = target.exists ? OutputTarget::Kind::File : OutputTarget::Kind::Special;
  target.mode = info.st_mode;
  target.identity = identity_of(info);
  if (S_ISDIR(info.st_mode))
    target.error = EISDIR;
  else if (::access(target.file.c_str(), W_OK) != 0)
    target.error = errno;
}

void inspect_new(OutputTarget& target) {
  struct stat folder {};
  if (::stat(folder_of(target.file).c_str(), &folder) != 0)
    target.error = errno;
  else if (!S_ISDIR(folder.st_mode))
    target.error = ENOTDIR;
  else if (!target.file.has_filename())
    target.error = EISDIR;
  else
    target.identity = identity_of(folder) + "/" + target.file.filename().string();
}

}  // namespace

bool OutputTarget::accepts_many_outputs() const { return kind == Kind::Special && S_ISCHR(mode); }

std::string output_problem(const OutputTarget& target) {
  const std::string folder = folder_of(target.file).string();
  switch (target.error) {
    case EISDIR: return "it is a folder";
    case ENOENT: return fmt::format("there is no folder '{}'", folder);
    case ENOTDIR: return fmt::format("'{}' is not a folder", folder);
    default: return std::strerror(target.error);
  }
}

OutputTarget find_output_target(const fs::path& path) {
  OutputTarget target;
  target.file = path;
  for (int links = 0; links < kMaxLinks; links++) {
    target.descriptor = descriptor_of(target.file);
    struct stat info {};
    if (target.descriptor >= 0) {
      inspect_descriptor(target);
      return target;
    }
    if (::lstat(target.file.c_str(), &info) != 0) {
      inspect_new(target);
      return target;
    }
    if (!S_ISLNK(info.st_mode)) {
      inspect_existing(target, info);
      return target;
    }
    std::error_code failed;
    fs::path link = fs::read_symlink(target.file, failed);
    if (failed) break;
    target.file = folder_of(target.file) / link;
  }
  target.error = ELOOP;
  return target;
}

}  // namespace heddle
