// Files of raw elements. A name that ends in .zst is compressed by zstd: captured launches hold the
// memory of whole programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace heddle {

/// Bytes of the contents, after decompression. Throws IoError.
uint64_t data_size(const std::filesystem::path& file);
/// Throws IoError, also for more than `limit` bytes.
std::string read_data(const std::filesystem::path& file, uint64_t limit);

}  // namespace heddle
