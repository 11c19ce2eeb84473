// Fat binaries: the container in which a CUDA program carries its device code.
//
// The host part of a program holds, for each compiled file, a wrapper that points to a container: a
// header and a list of entries, each for one target. heddle runs PTX, so it takes the entries of
// kind 1 and ignores machine code. nvcc 12 compresses PTX by LZ4, nvcc 13 by zstd; clang and
// `heddle cc` leave it plain. A program of separately compiled files (-rdc=true) has one wrapper of
// version 2 whose container is already linked machine code; it also lists the containers of the
// files, whose PTX must be linked again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::cuda {

struct PtxImage {
  uint32_t arch = 0;         // 75 for sm_75
  bool relocatable = false;  // compiled for linking with others
  std::string text;
};

/// What a container holds.
struct FatBinary {
  std::vector<PtxImage> ptx;
  size_t machine_code = 0;  // entries of other kinds
};

/// The first bytes of a container; whether they are one, and the size of all of it.
inline constexpr size_t kContainerHeader = 16;
bool is_container(std::span<const std::byte> bytes);
uint64_t container_size(std::span<const std::byte, kContainerHeader> header);

/// Throws InputError if the container is damaged or compressed in an unknown way.
FatBinary parse_container(std::span<const std::byte> bytes);
/// The same for a container in memory, whose header says how large it is.
FatBinary parse_container(const void* data);

/// The containers that a wrapper refers to: one, or those of all files of an -rdc program. Throws
/// InputError for a wrapper of an unknown kind.
std::vector<FatBinary> parse_wrapper(const void* wrapper);

/// An image as programs hand it to a driver: a wrapper, a container, or PTX that ends with a NUL.
/// Throws InputError also for machine code.
std::vector<FatBinary> parse_image(const void* image);

/// The image that a device of this compute capability (90 for 9.0) runs: the newest that is not
/// newer than the device, otherwise the oldest. Null without images.
const PtxImage* choose_image(const std::vector<PtxImage>& images, uint32_t capability);

/// A container with one uncompressed PTX entry.
std::string make_container(const PtxImage& image);

}  // namespace heddle::cuda
