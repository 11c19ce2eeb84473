#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace {

using Digest = std::array<uint32_t, 4>;

/// One block of 64 bytes (RFC 1321).
void compress(Digest& digest, std::span<const uint8_t, 64> bytes) {
  constexpr int kTurns[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
  auto [a, b, c, d] = digest;
  for (uint32_t i = 0; i < 64; i++) {
    uint32_t mixed[4] = {(b & c) | (~b & d), (d & b) | (~d & c), b ^ c ^ d, c ^ (b | ~d)};
    uint32_t at[4] = {i, 5 * i + 1, 3 * i + 5, 7 * i};
    uint32_t word = 0;
    for (uint32_t k = 4; k-- > 0;) word = word << 8 | bytes[at[i / 16] % 16 * 4 + k];
    auto sine = static_cast<uint32_t>(std::floor(std::fabs(std::sin(i + 1.0)) * 0x1p32));
    uint32_t next = b + std::rotl(a + mixed[i / 16] + sine + word, kTurns[i / 16][i % 4]);
    a = d;
    d = c;
    c = b;
    b = next;
  }
  Digest sum{a, b, c, d};
  for (uint32_t i = 0; i < 4; i++) digest[i] += sum[i];
}

Digest md5(std::span<const uint8_t> message) {
  Digest digest{0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
  std::vector<uint8_t> padded(message.begin(), message.end());
  padded.push_back(0x80);
  while (padded.size() % 64 != 56) padded.push_back(0);
  for (uint32_t i = 0; i < 8; i++)
    padded.push_back(static_cast<uint8_t>(message.size() * 8 >> (8 * i)));
  for (size_t at = 0; at < padded.size(); at += 64)
    compress(digest, std::span(padded).subspan(at).first<64>());
  return digest;
}

class StoreHash : public Driver {
 public:
  explicit StoreHash(const Setup& setup)
      : Driver(setup),
        data_(random_integers<uint8_t>(random(), size_t{windows_} * step_ + window_, 256)),
        device_data_(buffer(data_)) {
    require(shared_bytes(value("block")) <= 48 * 1024,
            "store_hash: 'window' + 'block' * 'step' must be at most 48 KiB of shared memory");
    uint32_t threads = value("block"), blocks = blocks_for(windows_, threads);
    do {
      uint32_t windows = std::min(windows_, blocks * threads);
      series_.push_back({blocks, threads, windows, buffer<Digest>(windows)});
      threads /= 2;
      blocks = blocks_for(blocks, 4);
    } while (threads >= value("first_block"));
    std::reverse(series_.begin(), series_.end());
  }

  void run() override {
    for (const Part& part : series_)
      launch("store_hash", {{part.blocks}, {part.threads}, shared_bytes(part.threads)},
             device_data_, part.digests, part.windows, window_, step_);
  }

  std::string verify() const override {
    std::vector<Digest> all;
    for (size_t i = 0; i < windows_; i++)
      all.push_back(md5(std::span(data_).subspan(i * step_, window_)));
    for (const Part& part : series_) {
      std::string wrong =
          compare("digests", words(part.digests.read()), words(std::span(all).first(part.windows)));
      if (!wrong.empty()) return wrong;
    }
    return {};
  }

 private:
  /// A launch for the first windows of the data.
  struct Part {
    uint32_t blocks, threads, windows;
    Buffer<Digest> digests;
  };

  static std::vector<uint32_t> words(std::span<const Digest> digests) {
    std::vector<uint32_t> all;
    for (const Digest& digest : digests) all.insert(all.end(), digest.begin(), digest.end());
    return all;
  }
  uint32_t shared_bytes(uint32_t threads) const { return threads * step_ + window_; }

  uint32_t windows_ = value("windows"), window_ = value("window"), step_ = value("step");
  std::vector<uint8_t> data_;
  Buffer<uint8_t> device_data_;
  std::vector<Part> series_;  // smallest first
};

}  // namespace

std::unique_ptr<Driver> make_store_hash(const Setup& setup) {
  return std::make_unique<StoreHash>(setup);
}

}  // namespace heddle::workload
