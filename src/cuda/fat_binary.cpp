#include "cuda/fat_binary.hpp"

#include <fmt/format.h>
#include <lz4.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>

#include "base/error.hpp"

namespace heddle::cuda {

namespace {

constexpr uint32_t kWrapperMagic = 0x466243b1;
constexpr uint32_t kContainerMagic = 0xba55ed50;
constexpr uint32_t kElfMagic = 0x464c457f;
constexpr uint16_t kPtx = 1;
constexpr uint64_t kLz4 = 0x2000, kZstd = 0x8000;
constexpr uint64_t kPlain = 0x11;  // 64-bit addresses, Linux
constexpr uint64_t kMostText = uint64_t{1} << 31;
constexpr std::string_view kRelocatable = "--compile-only";

struct Wrapper {
  uint32_t magic, version;
  const void* data;
  const void* const* files;  // version 2: containers, ended by null
};

struct Header {
  uint32_t magic;
  uint16_t version, header_bytes;
  uint64_t bytes;  // of all entries
};
static_assert(sizeof(Header) == kContainerHeader);

struct Entry {
  uint16_t kind, version;
  uint32_t header_bytes;
  uint64_t payload_bytes;     // with padding
  uint32_t compressed_bytes;  // 0 if not compressed
  uint32_t options_at;        // from the beginning of the entry; 0: none
  uint16_t minor, major;
  uint32_t arch;
  uint32_t name_at, name_bytes;
  uint64_t flags, unused, text_bytes;  // text_bytes: after decompression
};
static_assert(sizeof(Entry) == 64);

[[noreturn]] void damaged(std::string_view what) {
  throw InputError(fmt::format("the program's fat binary is damaged: {}", what));
}

template <class T>
T read(std::span<const std::byte> bytes, std::string_view what) {
  if (bytes.size() < sizeof(T)) damaged(fmt::format("it ends inside {}", what));
  T value;
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

std::string inflate(const Entry& entry, std::span<const std::byte> payload) {
  const auto* from = reinterpret_cast<const char*>(payload.data());
  if (!(entry.flags & (kLz4 | kZstd))) return {from, payload.size()};
  if (entry.compressed_bytes > payload.size() || entry.text_bytes > kMostText)
    damaged("the sizes of compressed PTX make no sense");
  std::string text(entry.text_bytes, '\0');
  if (entry.flags & kZstd) {
    size_t got = ZSTD_decompress(text.data(), text.size(), from, entry.compressed_bytes);
    if (ZSTD_isError(got) || got != text.size()) damaged("its PTX cannot be decompressed (zstd)");
  } else {
    int got = LZ4_decompress_safe(from, text.data(), static_cast<int>(entry.compressed_bytes),
                                  static_cast<int>(text.size()));
    if (got < 0 || static_cast<size_t>(got) != text.size())
      damaged("its PTX cannot be decompressed (LZ4)");
  }
  return text;
}

bool is_relocatable(const Entry& entry, std::span<const std::byte> bytes) {
  if (entry.options_at == 0 || entry.options_at >= entry.header_bytes) return false;
  auto options = bytes.subspan(entry.options_at, entry.header_bytes - entry.options_at);
  std::string_view text(reinterpret_cast<const char*>(options.data()), options.size());
  return text.find(kRelocatable) != std::string_view::npos;
}

PtxImage read_image(const Entry& entry, std::span<const std::byte> bytes) {
  PtxImage image{entry.arch, is_relocatable(entry, bytes), {}};
  image.text = inflate(entry, bytes.subspan(entry.header_bytes, entry.payload_bytes));
  image.text.erase(std::min(image.text.find('\0'), image.text.size()));
  return image;
}

}  // namespace

bool is_container(std::span<const std::byte> bytes) {
  if (bytes.size() < kContainerHeader) return false;
  const auto header = read<Header>(bytes, "its header");
  return header.magic == kContainerMagic && header.version == 1 &&
         header.header_bytes >= kContainerHeader;
}

uint64_t container_size(std::span<const std::byte, kContainerHeader> bytes) {
  const auto header = read<Header>(bytes, "its header");
  return header.header_bytes + header.bytes;
}

FatBinary parse_container(std::span<const std::byte> bytes) {
  if (!is_container(bytes)) damaged("it does not begin as one");
  const auto header = read<Header>(bytes, "its header");
  if (header.bytes > bytes.size() - header.header_bytes) damaged("it is cut off");
  bytes = bytes.subspan(header.header_bytes, header.bytes);
  FatBinary out;
  while (bytes.size() >= sizeof(Entry)) {
    const auto entry = read<Entry>(bytes, "an entry");
    if (entry.header_bytes < sizeof(Entry) || entry.header_bytes > bytes.size() ||
        entry.payload_bytes > bytes.size() - entry.header_bytes)
      damaged("an entry is larger than the container");
    if (entry.kind == kPtx)
      out.ptx.push_back(read_image(entry, bytes));
    else
      out.machine_code++;
    bytes = bytes.subspan(entry.header_bytes + entry.payload_bytes);
  }
  return out;
}

FatBinary parse_container(const void* data) {
  const auto* bytes = static_cast<const std::byte*>(data);
  if (!is_container({bytes, kContainerHeader})) damaged("it does not begin as one");
  std::span<const std::byte, kContainerHeader> header(bytes, kContainerHeader);
  return parse_container({bytes, container_size(header)});
}

std::vector<FatBinary> parse_wrapper(const void* address) {
  Wrapper wrapper;
  std::memcpy(&wrapper, address, sizeof wrapper);
  if (wrapper.magic != kWrapperMagic || (wrapper.version != 1 && wrapper.version != 2))
    throw InputError(
        fmt::format("the program's fat binary has an unknown wrapper (magic {:#x}, "
                    "version {}): it was made by a compiler that heddle does not know",
                    wrapper.magic, wrapper.version));
  std::vector<FatBinary> out{parse_container(wrapper.data)};
  if (wrapper.version == 2 && wrapper.files)
    for (const void* const* file = wrapper.files; *file; file++)
      out.push_back(parse_container(*file));
  return out;
}

std::vector<FatBinary> parse_image(const void* image) {
  uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  if (magic == kWrapperMagic) return parse_wrapper(image);
  if (magic == kContainerMagic) return {parse_container(image)};
  if (magic == kElfMagic)
    throw InputError("the module is machine code for NVIDIA GPUs (a cubin); heddle runs PTX");
  return {FatBinary{{{0, false, static_cast<const char*>(image)}}, 0}};
}

const PtxImage* choose_image(const std::vector<PtxImage>& images, uint32_t capability) {
  const PtxImage* best = nullptr;
  for (const PtxImage& image : images) {
    if (!best) {
      best = &image;
      continue;
    }
    const bool fits = image.arch <= capability, best_fits = best->arch <= capability;
    if (fits != best_fits ? fits : fits ? image.arch > best->arch : image.arch < best->arch)
      best = &image;
  }
  return best;
}

std::string make_container(const PtxImage& image) {
  auto padded = [](size_t n) { return (n + 7) / 8 * 8; };
  std::string options;
  if (image.relocatable) options = kRelocatable;
  options.resize(padded(options.size() + 1));
  std::string text = image.text;
  text.resize(padded(text.size() + 1));
  Entry entry{};
  entry.kind = kPtx;
  entry.version = 0x0101;
  entry.options_at = sizeof(Entry);
  entry.header_bytes = static_cast<uint32_t>(sizeof(Entry) + options.size());
  entry.payload_bytes = text.size();
  entry.major = 8;
  entry.minor = 1;
  entry.arch = image.arch;
  entry.flags = kPlain;
  Header header{kContainerMagic, 1, sizeof(Header), entry.header_bytes + entry.payload_bytes};
  std::string out(reinterpret_cast<const char*>(&header), sizeof header);
  out.append(reinterpret_cast<const char*>(&entry), sizeof entry);
  return out + options + text;
}

}  // namespace heddle::cuda
