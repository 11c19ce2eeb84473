// Rows of bits of one length in one allocation: a set of registers per block.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace heddle {

class BitMatrix {
 public:
  BitMatrix() = default;
  BitMatrix(size_t rows, size_t columns)
      : words_((columns + 63) / 64), data_(rows * ((columns + 63) / 64), 0) {}

  std::span<uint64_t> operator[](size_t row) { return {data_.data() + row * words_, words_}; }
  std::span<const uint64_t> operator[](size_t row) const {
    return {data_.data() + row * words_, words_};
  }
  size_t words() const { return words_; }

 private:
  size_t words_ = 0;
  std::vector<uint64_t> data_;
};

inline bool test_bit(std::span<const uint64_t> bits, size_t i) {
  return (bits[i / 64] >> (i % 64) & 1) != 0;
}
inline void set_bit(std::span<uint64_t> bits, size_t i) { bits[i / 64] |= uint64_t{1} << (i % 64); }
inline void clear_bit(std::span<uint64_t> bits, size_t i) {
  bits[i / 64] &= ~(uint64_t{1} << (i % 64));
}

template <class F>
void for_each_bit(std::span<const uint64_t> bits, F&& f) {
  for (size_t w = 0; w < bits.size(); w++)
    for (uint64_t word = bits[w]; word != 0; word &= word - 1)
      f(64 * w + static_cast<size_t>(std::countr_zero(word)));
}

}  // namespace heddle
