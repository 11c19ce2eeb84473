// Whole files in and out. A file is written under a temporary name and renamed when it is complete,
// so that a full disk or an interrupt never leaves half a result or destroys the previous one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace heddle {

/// Throws IoError naming the file and the reason; also for directories and files over `limit`.
std::string read_file(const std::filesystem::path& path, uint64_t limit = uint64_t{4} << 30);

void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& path, std::string_view text);

}  // namespace heddle
