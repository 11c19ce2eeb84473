#include "store/file_system.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/sysmacros.h>

#include <array>
#include <fstream>
#include <sstream>
#include <vector>

namespace heddle::store {

namespace fs = std::filesystem;

namespace {

struct NetworkType {
  uint64_t number;
  std::string_view name;
};

/// The numbers of linux/magic.h and of the file systems' own sources.
constexpr auto kNetworkTypes = std::to_array<NetworkType>({
    {0x6969, "NFS"},
    {0x517b, "SMB"},
    {0xfe534d42, "SMB"},
    {0xff534d42, "CIFS"},
    {0x0bd00bd0, "Lustre"},
    {0x47504653, "GPFS"},
    {0x19830326, "BeeGFS"},
    {0x00c36400, "Ceph"},
    {0x5346414f, "AFS"},
    {0x6b414653, "AFS"},
    {0x01021997, "9P"},
    {0x73757245, "Coda"},
    {0x564c, "NCP"},
    {0x7461636f, "OCFS2"},
    {0x01161970, "GFS2"},
    {0x20030528, "OrangeFS"},
    {0xaad7aaea, "PanFS"},
});

/// File systems in user space all have one number; the table of mounts tells them apart.
constexpr uint64_t kFuse = 0x65735546;
constexpr auto kNetworkFuse = std::to_array<std::string_view>(
    {"fuse.sshfs", "fuse.glusterfs", "fuse.ceph-fuse", "fuse.s3fs", "fuse.rclone", "fuse.gcsfuse",
     "fuse.juicefs", "fuse.moosefs", "fuse.curlftpfs", "fuse.davfs", "fuse.beegfs", "fuse.lizardfs",
     "fuse.afp"});

/// "36 35 98:0 /mnt1 /mnt2 rw,noatime master:1 - ext3 /dev/root rw": the type after the hyphen, for
/// the device of the folder.
std::string mount_type(dev_t device) {
  std::ifstream mounts("/proc/self/mountinfo");
  const std::string wanted = fmt::format("{}:{}", major(device), minor(device));
  for (std::string line; std::getline(mounts, line);) {
    std::istringstream words(line);
    std::string id, parent, number, word;
    if (!(words >> id >> parent >> number) || number != wanted) continue;
    while (words >> word && word != "-") continue;
    if (words >> word) return word;
  }
  return {};
}

std::string network_problem(const fs::path& folder) {
  struct statfs info {};
  if (::statfs(folder.c_str(), &info) != 0) return {};
  const auto type = static_cast<uint64_t>(static_cast<uint32_t>(info.f_type));
  std::string_view name = network_file_system(type);
  std::string mounted;
  if (struct stat status{}; type == kFuse && ::stat(folder.c_str(), &status) == 0) {
    mounted = mount_type(status.st_dev);
    name = network_file_system(mounted);
  }
  if (name.empty()) return {};
  return fmt::format(
      "{} is on a network file system ({}), where several hosts could write at once and runs would "
      "be lost; choose a file on a local disk",
      folder.string(), name);
}

}  // namespace

std::string_view network_file_system(uint64_t type) {
  for (const NetworkType& known : kNetworkTypes)
    if (known.number == type) return known.name;
  return {};
}

std::string_view network_file_system(std::string_view name) {
  for (std::string_view known : kNetworkFuse)
    if (known == name) return known;
  return {};
}

std::vector<fs::path> files_of(const fs::path& store) {
  std::vector<fs::path> files;
  for (const char* suffix : {"", "-wal", "-shm", "-journal"})
    files.emplace_back(store.string() + suffix);
  return files;
}

std::string place_problem(const fs::path& file) {
  // Opening a pipe could wait forever, so SQLite must not see one, nor beside the store.
  for (const fs::path& part : files_of(file)) {
    const std::string name = part.string();
    struct stat status {};
    if (::stat(name.c_str(), &status) != 0) {
      if (::lstat(name.c_str(), &status) != 0) continue;
      if (S_ISLNK(status.st_mode)) return fmt::format("{} is a link to nothing", name);
    }
    if (S_ISDIR(status.st_mode))
      return fmt::format("{} is a folder; give the name of a file", name);
    if (!S_ISREG(status.st_mode)) return fmt::format("{} is not a regular file", name);
  }
  std::error_code ignored;
  for (fs::path at = fs::absolute(file, ignored).parent_path(); !at.empty();
       at = at.parent_path()) {
    if (fs::is_directory(at, ignored)) return network_problem(at);
    if (fs::exists(at, ignored)) return fmt::format("{} is not a folder", at.string());
  }
  return {};
}

}  // namespace heddle::store
