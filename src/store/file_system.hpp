// Where a store may be. SQLite's write-ahead log needs memory that all users of the file share, so
// they must run on one host: a network file system is refused, because it would lose runs silently.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::store {

/// The name of a network file system by the number that statfs(2) gives, or empty.
std::string_view network_file_system(uint64_t type);
/// The same by the name in a table of mounts: "nfs4", "fuse.sshfs".
std::string_view network_file_system(std::string_view name);

/// The file and those that SQLite may make beside it. Nothing else may be written there.
std::vector<std::filesystem::path> files_of(const std::filesystem::path& store);

/// Why the store cannot be this file, in a sentence that says what to do, or empty. Only looks at
/// what exists: a file that is no regular file, a folder that is none, a network file system.
std::string place_problem(const std::filesystem::path& file);

}  // namespace heddle::store
