#include "launch/data_file.hpp"

#include <fmt/format.h>
#include <zstd.h>

#include <fstream>

#include "base/error.hpp"
#include "host/file.hpp"

namespace heddle {

namespace {

constexpr size_t kHeader = 18;  // the longest header of a zstd frame

bool is_compressed(const std::filesystem::path& file) { return file.extension() == ".zst"; }

[[noreturn]] void damaged(const std::filesystem::path& file) {
  throw IoError(
      fmt::format("cannot read '{}': it is not a zstd file of known size", file.string()));
}

uint64_t content_size(const std::filesystem::path& file, std::string_view bytes) {
  const unsigned long long size = ZSTD_getFrameContentSize(bytes.data(), bytes.size());
  if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN) damaged(file);
  return size;
}

}  // namespace

uint64_t data_size(const std::filesystem::path& file) {
  std::error_code error;
  const uint64_t size = std::filesystem::file_size(file, error);
  if (error) throw IoError(fmt::format("cannot read '{}': {}", file.string(), error.message()));
  if (!is_compressed(file)) return size;
  char header[kHeader] = {};
  std::ifstream in(file, std::ios::binary);
  in.read(header, kHeader);
  return content_size(file, {header, static_cast<size_t>(in.gcount())});
}

std::string read_data(const std::filesystem::path& file, uint64_t limit) {
  if (!is_compressed(file)) return read_file(file, limit);
  const std::string packed = read_file(file);
  const uint64_t size = content_size(file, packed);
  if (size > limit)
    throw IoError(fmt::format("'{}' has {} bytes, expected {}", file.string(), size, limit));
  std::string out(size, '\0');
  const size_t got = ZSTD_decompress(out.data(), out.size(), packed.data(), packed.size());
  if (ZSTD_isError(got) || got != size) damaged(file);
  return out;
}

}  // namespace heddle
