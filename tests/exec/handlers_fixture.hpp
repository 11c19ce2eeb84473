// Runs single instructions on a tile prepared by a test.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <random>
#include <vector>

#include "exec/select.hpp"
#include "program/signature.hpp"

namespace heddle::handler_tests {

inline constexpr uint32_t kRows = 8;
inline constexpr uint32_t kRowBytes = 8 * kTileThreads;

/// Where the tests put operands: d, q, then sources a b c e. The carry and other predicates are
/// ordinary rows; only their first word is used.
enum Row : uint32_t { D, Q, A, B, C, E };

struct Tile {
  alignas(64) std::array<std::byte, kRows * kRowBytes> bytes{};

  bool operator==(const Tile&) const = default;
  template <class T>
  T get(uint32_t row, uint32_t lane) const {
    T value;
    std::memcpy(&value, bytes.data() + row * kRowBytes + lane * sizeof(T), sizeof(T));
    return value;
  }
  template <class T>
  void set(uint32_t row, uint32_t lane, T value) {
    std::memcpy(bytes.data() + row * kRowBytes + lane * sizeof(T), &value, sizeof(T));
  }
};

/// Half of the values are special values of some type, the others are random.
inline Tile random_tile(uint32_t seed) {
  static constexpr uint64_t kAwkward[] = {0,
                                          1,
                                          2,
                                          0x1f,
                                          0x20,
                                          0x7f,
                                          0x80,
                                          0xff,
                                          0x3c00,
                                          0x7c00,
                                          0x7fff,
                                          0x8000,
                                          0xffff,
                                          0x0080'0000,
                                          0x007f'ffff,
                                          0x3f80'0000,
                                          0x7f80'0000,
                                          0x7fc0'0001,
                                          0x7fff'ffff,
                                          0x8000'0000,
                                          0xbf80'0000,
                                          0xff80'0000,
                                          0xffff'ffff,
                                          0x3ff0'0000'0000'0000,
                                          0x7ff0'0000'0000'0000,
                                          0x7ff8'0000'0000'0001,
                                          0x000f'ffff'ffff'ffff,
                                          0x41e0'0000'0000'0000,
                                          0x8000'0000'0000'0000,
                                          0xffff'ffff'ffff'ffff};
  std::mt19937_64 random(seed);
  Tile tile;
  for (uint32_t row = 0; row < kRows; row++) {
    if (random() % 2 == 0) {
      for (uint32_t lane = 0; lane < kTileThreads; lane++)
        tile.set<uint64_t>(row, lane,
                           random() % 2 ? random() : kAwkward[random() % std::size(kAwkward)]);
    } else {
      for (uint32_t lane = 0; lane < 2 * kTileThreads; lane++)
        tile.set<uint32_t>(row, lane,
                           static_cast<uint32_t>(
                               random() % 2 ? random() : kAwkward[random() % std::size(kAwkward)]));
    }
  }
  return tile;
}

struct Form {
  Opcode op;
  Type type;
  ModSet mods{};
  Type type2 = Type::None;
  uint8_t sources = 2;
  uint8_t destinations = 1;
  Type type3 = Type::None;

  Instruction instruction() const {
    Instruction i;
    i.op = op;
    i.type = type;
    i.type2 = type2;
    i.type3 = type3;
    i.mods = mods;
    i.source_count = sources;
    i.destination_count = destinations;
    return i;
  }
};

inline Ref row_at(uint32_t row) { return {.offset = row * kRowBytes}; }

inline Op make_op(const Selection& s) {
  Op op;
  op.run = s.run;
  op.detail = s.detail;
  op.dst[0] = row_at(D);
  op.dst[1] = row_at(Q);
  for (uint32_t n = 0; n < 4; n++) op.src[n] = row_at(A + n);
  return op;
}

inline void run(const Op& op, Tile& tile, uint32_t mask) {
  Lanes lanes;
  lanes.tile = tile.bytes.data();
  lanes.constants = tile.bytes.data();
  op.run(op, lanes, mask);
}

/// The result when each thread of the mask executes the instruction alone.
inline Tile one_by_one(const Op& op, const Tile& start, uint32_t mask) {
  Tile result = start;
  for (uint32_t lane = 0; lane < kTileThreads; lane++)
    if (mask >> lane & 1) run(op, result, 1u << lane);
  return result;
}

/// Through select_regular, with registers of the operands' own types.
Selection select(const Form& form);

/// Every form that can be spelled with the signatures' modifiers and for which there is a handler.
std::vector<Form> all_forms();

std::string describe(const Form& form);

}  // namespace heddle::handler_tests
