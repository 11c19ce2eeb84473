#include "host/output_place.hpp"

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
constexpr int kMostLinks = 40;  // as the kernel has it

std::string identity_of(const struct stat& info) {
  return fmt::format("{}:{}", info.st_dev, info.st_ino);
}

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// N of /proc/self/fd/N, under any spelling; -1 when it is no such name.
int descriptor_of(const fs::path& file) {
  std::error_code failed;
  fs::path folder = fs::canonical(folder_of(file), failed);
  if (failed || folder != fs::canonical("/proc/self/fd", failed) || failed) return -1;
  auto number = parse_whole(file.filename().string(), {0, INT_MAX});
  return number ? static_cast<int>(*number) : -1;
}

void look_at_descriptor(OutputPlace& place) {
  place.kind = OutputPlace::Kind::Descriptor;
  struct stat info {};
  const int flags = ::fcntl(place.descriptor, F_GETFL);
  if (flags < 0 || ::fstat(place.descriptor, &info) != 0) {
    place.error = errno;
    return;
  }
  if ((flags & O_ACCMODE) == O_RDONLY) place.error = EBADF;
  place.mode = info.st_mode;
  place.identity = identity_of(info);
}

void look_at_existing(OutputPlace& place, const struct stat& info) {
  place.exists = S_ISREG(info.st_mode);
  place.kind = place.exists ? OutputPlace::Kind::File : OutputPlace::Kind::Special;
  place.mode = info.st_mode;
  place.identity = identity_of(info);
  if (S_ISDIR(info.st_mode))
    place.error = EISDIR;
  else if (::access(place.file.c_str(), W_OK) != 0)
    place.error = errno;
}

void look_at_new(OutputPlace& place) {
  struct stat folder {};
  if (::stat(folder_of(place.file).c_str(), &folder) != 0)
    place.error = errno;
  else if (!S_ISDIR(folder.st_mode))
    place.error = ENOTDIR;
  else if (!place.file.has_filename())
    place.error = EISDIR;
  else
    place.identity = identity_of(folder) + "/" + place.file.filename().string();
}

}  // namespace

bool OutputPlace::takes_all() const { return kind == Kind::Special && S_ISCHR(mode); }

std::string output_problem(const OutputPlace& place) {
  const std::string folder = folder_of(place.file).string();
  switch (place.error) {
    case EISDIR: return "it is a folder";
    case ENOENT: return fmt::format("there is no folder '{}'", folder);
    case ENOTDIR: return fmt::format("'{}' is not a folder", folder);
    default: return std::strerror(place.error);
  }
}

OutputPlace find_output_place(const fs::path& path) {
  OutputPlace place;
  place.file = path;
  for (int links = 0; links < kMostLinks; links++) {
    place.descriptor = descriptor_of(place.file);
    struct stat info {};
    if (place.descriptor >= 0) {
      look_at_descriptor(place);
      return place;
    }
    if (::lstat(place.file.c_str(), &info) != 0) {
      look_at_new(place);
      return place;
    }
    if (!S_ISLNK(info.st_mode)) {
      look_at_existing(place, info);
      return place;
    }
    std::error_code failed;
    fs::path target = fs::read_symlink(place.file, failed);
    if (failed) break;
    place.file = folder_of(place.file) / target;
  }
  place.error = ELOOP;
  return place;
}

}  // namespace heddle
