// The input and the reference, shared with `spmd_aes`.
#pragma once

#include <array>

#include "workload/check.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {

namespace aes {

using Box = std::array<uint8_t, 256>;
using State = std::array<uint8_t, 16>;  // column by column

inline uint8_t doubled(uint8_t a) {
  return static_cast<uint8_t>((a << 1) ^ ((a & 0x80) != 0 ? 0x1b : 0));
}

/// Product in GF(2^8).
inline uint8_t product(uint8_t a, uint8_t b) {
  uint8_t sum = 0;
  for (; b != 0; b >>= 1, a = doubled(a))
    if ((b & 1) != 0) sum ^= a;
  return sum;
}

inline Box make_box() {
  Box box{};
  for (unsigned i = 0; i < 256; i++) {
    auto value = static_cast<uint8_t>(i);
    uint8_t inverse = 1;  // value^254; 0 stays 0
    for (int n = 0; n < 254; n++) inverse = product(inverse, value);
    unsigned bits = inverse * 0x101u, sum = bits;
    for (int turn = 1; turn <= 4; turn++) sum ^= bits << turn;
    box[i] = static_cast<uint8_t>((sum >> 8) ^ 0x63);
  }
  return box;
}

inline Box inverse_of(const Box& box) {
  Box inverse{};
  for (unsigned i = 0; i < 256; i++) inverse[box[i]] = static_cast<uint8_t>(i);
  return inverse;
}

/// The contribution of the byte in row 0 to a column after substitution and multiplication by
/// `factors`; the contributions of other rows are rotations of it.
inline std::vector<uint32_t> make_table(const Box& box, const std::array<uint8_t, 4>& factors) {
  std::vector<uint32_t> table(256);
  for (unsigned i = 0; i < 256; i++)
    for (unsigned row = 0; row < 4; row++)
      table[i] |= uint32_t{product(box[i], factors[row])} << (8 * row);
  return table;
}

inline constexpr std::array<uint8_t, 4> kMix = {2, 1, 1, 3};
inline constexpr std::array<uint8_t, 4> kInverseMix = {14, 9, 13, 11};

inline uint32_t turned(uint32_t v, unsigned bits) {
  return bits == 0 ? v : v << bits | v >> (32 - bits);
}

inline uint32_t mixed(uint32_t column, const std::array<uint8_t, 4>& factors) {
  uint32_t sum = 0;
  for (unsigned row = 0; row < 4; row++) {
    auto byte = static_cast<uint8_t>(column >> (8 * row));
    for (unsigned to = 0; to < 4; to++)
      sum ^= uint32_t{product(byte, factors[(to - row) & 3])} << (8 * to);
  }
  return sum;
}

inline uint32_t substituted(uint32_t column, const Box& box) {
  uint32_t sum = 0;
  for (unsigned row = 0; row < 4; row++)
    sum |= uint32_t{box[(column >> (8 * row)) & 255]} << (8 * row);
  return sum;
}

/// As words, with the first byte of the key lowest.
inline std::vector<uint32_t> expand(const std::vector<uint32_t>& key, uint32_t rounds,
                                    const Box& box) {
  std::vector<uint32_t> words = key;
  size_t length = key.size();
  uint8_t constant = 1;
  for (size_t i = length; i < 4 * (rounds + 1); i++) {
    uint32_t word = words[i - 1];
    if (i % length == 0) {
      word = substituted(turned(word, 24), box) ^ constant;
      constant = doubled(constant);
    } else if (length > 6 && i % length == 4) {
      word = substituted(word, box);
    }
    words.push_back(words[i - length] ^ word);
  }
  return words;
}

/// Keys of the last round first; the keys of inner rounds are transformed by InvMixColumns.
inline std::vector<uint32_t> inverse_keys(const std::vector<uint32_t>& keys) {
  std::vector<uint32_t> inverse;
  for (size_t round = keys.size() / 4; round-- > 0;)
    for (size_t i = 4 * round; i < 4 * round + 4; i++)
      inverse.push_back(round == 0 || round == keys.size() / 4 - 1 ? keys[i]
                                                                   : mixed(keys[i], kInverseMix));
  return inverse;
}

/// FIPS 197, section 5.1, byte by byte.
inline State encrypted(State state, const std::vector<uint32_t>& keys, const Box& box) {
  auto add_key = [&](size_t round) {
    for (size_t i = 0; i < 16; i++)
      state[i] ^= static_cast<uint8_t>(keys[4 * round + i / 4] >> (8 * (i % 4)));
  };
  size_t rounds = keys.size() / 4 - 1;
  add_key(0);
  for (size_t round = 1; round <= rounds; round++) {
    State shifted;
    for (size_t i = 0; i < 16; i++) shifted[i] = box[state[(i + 4 * (i % 4)) % 16]];
    state = shifted;
    for (size_t c = 0; round < rounds && c < 16; c += 4)
      for (size_t row = 0; row < 4; row++)
        state[c + row] = static_cast<uint8_t>(
            product(shifted[c + row], 2) ^ product(shifted[c + (row + 1) % 4], 3) ^
            shifted[c + (row + 2) % 4] ^ shifted[c + (row + 3) % 4]);
    add_key(round);
  }
  return state;
}

}  // namespace aes

/// Random text, and what it is encrypted. The reference works on bytes, as FIPS 197 describes the
/// cipher; it shares only the S-box with the tables of the kernels.
class AesProblem : public Driver {
 public:
  explicit AesProblem(const Setup& setup)
      : Driver(setup),
        key_(random_integers<uint32_t>(random(1), value("key_bits") / 32, uint64_t{1} << 32)),
        keys_(aes::expand(key_, rounds_, box_)),
        plain_(random_integers<uint32_t>(random(), count_, uint64_t{1} << 32)) {}

 protected:
  std::vector<uint32_t> cipher_text() const {
    std::vector<uint32_t> text(count_);
    for (size_t first = 0; first < count_; first += 4) {
      aes::State state;
      for (size_t i = 0; i < 16; i++)
        state[i] = static_cast<uint8_t>(plain_[first + i / 4] >> (8 * (i % 4)));
      state = aes::encrypted(state, keys_, box_);
      for (size_t i = 0; i < 16; i++) text[first + i / 4] |= uint32_t{state[i]} << (8 * (i % 4));
    }
    return text;
  }

  uint32_t count_ = 4 * value("states"), rounds_ = value("key_bits") / 32 + 6;
  aes::Box box_ = aes::make_box();
  std::vector<uint32_t> key_, keys_, plain_;
};

}  // namespace heddle::workload
