#include "cuda/fat_binary.hpp"

#include <gtest/gtest.h>
#include <lz4.h>
#include <zstd.h>

#include <cstring>

#include "base/error.hpp"

namespace heddle::cuda {
namespace {

std::span<const std::byte> bytes_of(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

/// The container of `make_container` with its PTX compressed, as nvcc writes it.
std::string compressed(const std::string& ptx, uint64_t flag) {
  std::string packed(ptx.size() + 1000, '\0');
  packed.resize(flag == 0x8000
                    ? ZSTD_compress(packed.data(), packed.size(), ptx.data(), ptx.size(), 3)
                    : static_cast<size_t>(LZ4_compress_default(ptx.data(), packed.data(),
                                                               static_cast<int>(ptx.size()),
                                                               static_cast<int>(packed.size()))));
  const auto size = static_cast<uint32_t>(packed.size());
  std::string out = make_container({75, false, packed});
  const uint64_t flags = 0x11 | flag, text = ptx.size();
  std::memcpy(out.data() + 16 + 16, &size, 4);
  std::memcpy(out.data() + 16 + 40, &flags, 8);
  std::memcpy(out.data() + 16 + 56, &text, 8);
  return out;
}

TEST(FatBinary, PlainPtxComesBack) {
  const std::string container = make_container({80, true, ".version 7.8"});
  EXPECT_TRUE(is_container(bytes_of(container)));
  const FatBinary binary = parse_container(bytes_of(container));
  ASSERT_EQ(binary.ptx.size(), 1u);
  EXPECT_EQ(binary.ptx[0].text, ".version 7.8");
  EXPECT_EQ(binary.ptx[0].arch, 80u);
  EXPECT_TRUE(binary.ptx[0].relocatable);
  EXPECT_EQ(binary.machine_code, 0u);
}

TEST(FatBinary, CompressedPtxComesBack) {
  std::string ptx = ".version 7.8\n";
  for (int i = 0; i < 200; i++) ptx += "// a line that compresses well\n";
  for (uint64_t flag : {0x2000, 0x8000})
    EXPECT_EQ(parse_container(bytes_of(compressed(ptx, flag))).ptx.at(0).text, ptx) << flag;
}

TEST(FatBinary, DamageIsReportedEverywhere) {
  const std::string good = compressed(std::string(300, 'x'), 0x8000);
  for (size_t size = 0; size < good.size(); size++)
    EXPECT_THROW(parse_container(bytes_of(good.substr(0, size))), InputError) << size;
  std::string bad = good;
  bad[16 + 72] ^= 0x55;  // the beginning of the compressed text
  EXPECT_THROW(parse_container(bytes_of(bad)), InputError);
  std::string large = good;
  large[16 + 8 + 7] = 0x7f;  // an entry that is larger than everything
  EXPECT_THROW(parse_container(bytes_of(large)), InputError);
}

TEST(FatBinary, WrapperOfSeparateFilesListsThem) {
  struct {
    uint32_t magic, version;
    const void* data;
    const void* const* files;
  } wrapper{};
  const std::string linked = make_container({75, false, "linked"}),
                    a = make_container({75, true, "a"}), b = make_container({75, true, "b"});
  const void* files[] = {a.data(), b.data(), nullptr};
  wrapper = {0x466243b1, 2, linked.data(), files};
  const auto all = parse_wrapper(&wrapper);
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[2].ptx.at(0).text, "b");
  wrapper.version = 1;
  EXPECT_EQ(parse_wrapper(&wrapper).size(), 1u);
  wrapper.version = 9;
  EXPECT_THROW(parse_wrapper(&wrapper), InputError);
}

TEST(FatBinary, NewestImageThatTheDeviceCanRunIsChosen) {
  const std::vector<PtxImage> images{{52, false, ""}, {80, false, ""}, {100, false, ""}};
  EXPECT_EQ(choose_image(images, 90)->arch, 80u);
  EXPECT_EQ(choose_image(images, 100)->arch, 100u);
  EXPECT_EQ(choose_image({{120, false, ""}, {100, false, ""}}, 90)->arch, 100u);
  EXPECT_EQ(choose_image({}, 90), nullptr);
}

TEST(FatBinary, ImagesMayBePlainPtx) {
  EXPECT_EQ(parse_image(".version 7.0").at(0).ptx.at(0).text, ".version 7.0");
  EXPECT_THROW(parse_image("\177ELF and so on"), InputError);
}

}  // namespace
}  // namespace heddle::cuda
