#include "exec/handlers/move.hpp"

#include <bit>
#include <cstring>

#include "exec/block_memory.hpp"
#include "exec/map.hpp"

namespace heddle {

namespace {

template <class T>
void move(const Op& op, Lanes& lanes, uint32_t mask) {
  map<T, T>(op, lanes, mask, [](T a) { return a; });
}

void move_predicate(const Op& op, Lanes& lanes, uint32_t mask) {
  lanes.write_predicate(op.dst[0], mask, lanes.read_predicate(op.src[0]));
}

template <class T>
void move_many(const Op& op, Lanes& lanes, uint32_t mask) {
  for (uint32_t e = 0; e < op.count; e++) {
    T* d = lanes.write<T>(lanes.refs[op.list + e]);
    const T* s = lanes.read<T>(lanes.refs[op.list + op.count + e]);
    map_rows<T, T (*)(T), T>(
        d, mask, [](T a) { return a; }, s);
  }
}

// The whole has type W, the elements type E. Elements are gathered first: the destination may be
// one of them.
template <class W, class E>
void pack_elements(const Op& op, Lanes& lanes, uint32_t mask) {
  W whole[kTileThreads] = {};
  for (uint32_t e = 0; e < op.count; e++) {
    const auto* s = lanes.read<Raw<E>>(lanes.refs[op.list + e]);
    for (uint32_t i = 0; i < kTileThreads; i++)
      whole[i] |= static_cast<W>(static_cast<W>(static_cast<E>(s[i])) << (8 * sizeof(E) * e));
  }
  auto* d = lanes.write<Raw<W>>(op.dst[0]);
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    d[i] = whole[i];
  }
}

template <class W, class E>
void unpack_elements(const Op& op, Lanes& lanes, uint32_t mask) {
  W whole[kTileThreads];
  const auto* s = lanes.read<Raw<W>>(op.src[0]);
  for (uint32_t i = 0; i < kTileThreads; i++) whole[i] = static_cast<W>(s[i]);
  for (uint32_t e = 0; e < op.count; e++) {
    auto* d = lanes.write<Raw<E>>(lanes.refs[op.list + e]);
    for (uint32_t m = mask; m != 0; m &= m - 1) {
      int i = std::countr_zero(m);
      d[i] = static_cast<E>(whole[i] >> (8 * sizeof(E) * e));
    }
  }
}

template <class D>
void frame_address(const Op& op, Lanes& lanes, uint32_t mask) {
  auto offset = static_cast<D>(op.offset);
  map<D, uint32_t>(op, lanes, mask,
                   [offset](uint32_t base) { return static_cast<D>(base + offset); });
}

void add_offset(const Op& op, Lanes& lanes, uint32_t mask) {
  auto offset = static_cast<uint64_t>(op.offset);
  map<uint64_t, uint64_t>(op, lanes, mask, [offset](uint64_t a) { return a + offset; });
}

uint32_t register_words(const Op& op, uint32_t element) {
  return (op.offset >> (4 * element)) & 15;
}
uint32_t words_of(const Op& op) { return (op.detail + op.bytes * op.count + 3u) / 4; }

template <bool Signed>
void parameter_load(const Op& op, Lanes& lanes, uint32_t mask) {
  uint32_t words = words_of(op);
  const Ref* element = lanes.refs + op.list + words;
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    uint32_t buffer[34];
    for (uint32_t w = 0; w < words; w++)
      buffer[w] = lanes.read<uint32_t>(lanes.refs[op.list + w])[i];
    const char* bytes = reinterpret_cast<const char*>(buffer) + op.detail;
    for (uint32_t e = 0; e < op.count; e++) {
      Uint128 value = 0;
      std::memcpy(&value, bytes + e * op.bytes, op.bytes);
      if (Signed && op.bytes < 8) {
        uint32_t shift = 64 - 8 * op.bytes;
        value = static_cast<Uint128>(static_cast<int64_t>(value << shift) >> shift);
      }
      switch (register_words(op, e)) {
        case 4: lanes.write<Uint128>(element[e])[i] = value; break;
        case 2: lanes.write<uint64_t>(element[e])[i] = static_cast<uint64_t>(value); break;
        default: lanes.write<uint32_t>(element[e])[i] = static_cast<uint32_t>(value); break;
      }
    }
  }
}

void parameter_store(const Op& op, Lanes& lanes, uint32_t mask) {
  uint32_t words = words_of(op);
  const Ref* element = lanes.refs + op.list + words;
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    uint32_t buffer[34];
    for (uint32_t w = 0; w < words; w++)
      buffer[w] = lanes.read<uint32_t>(lanes.refs[op.list + w])[i];
    char* bytes = reinterpret_cast<char*>(buffer) + op.detail;
    for (uint32_t e = 0; e < op.count; e++) {
      Uint128 value;
      switch (register_words(op, e)) {
        case 4: value = lanes.read<Uint128>(element[e])[i]; break;
        case 2: value = lanes.read<uint64_t>(element[e])[i]; break;
        default: value = lanes.read<uint32_t>(element[e])[i]; break;
      }
      std::memcpy(bytes + e * op.bytes, &value, op.bytes);
    }
    for (uint32_t w = 0; w < words; w++)
      lanes.write<uint32_t>(lanes.refs[op.list + w])[i] = buffer[w];
  }
}

template <class D, uint32_t Shift>
void read_clock(const Op& op, Lanes& lanes, uint32_t mask) {
  ++*lanes.memory->changes;  // a thread that waits for time to pass makes progress
  auto now = static_cast<D>(lanes.clock >> Shift);
  D* d = lanes.write<D>(op.dst[0]);
  for (uint32_t m = mask; m != 0; m &= m - 1) d[std::countr_zero(m)] = now;
}

template <Space S>
void isspacep(const Op& op, Lanes& lanes, uint32_t mask) {
  const uint64_t* a = lanes.read<uint64_t>(op.src[0]);
  uint32_t bits = 0;
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    Address window = a[i] & kWindowMask;
    bool is = S == Space::Shared  ? window == kSharedWindow
              : S == Space::Local ? window == kLocalWindow
              : S == Space::Param ? window == kParamWindow
                                  : window == 0;
    if (S == Space::Const) {
      const Allocation* found = is ? lanes.memory->device->find(a[i], 1) : nullptr;
      is = found && found->kind == Allocation::Kind::Constant;
    }
    if (is) bits |= 1u << i;
  }
  lanes.write_predicate(op.dst[0], mask, bits);
}

}  // namespace

Handler select_move(RegClass cls) {
  switch (cls) {
    case RegClass::Pred: return move_predicate;
    case RegClass::Word: return move<uint32_t>;
    case RegClass::Double: return move<uint64_t>;
    case RegClass::Quad: return move<Uint128>;
    default: return nullptr;
  }
}

Handler select_move_many(RegClass cls) {
  return cls == RegClass::Word     ? move_many<uint32_t>
         : cls == RegClass::Double ? move_many<uint64_t>
                                   : Handler{};
}

Handler select_pack(uint32_t total_bytes, uint32_t elements) {
  switch (total_bytes * 16 + elements) {
    case 2 * 16 + 2: return pack_elements<uint16_t, uint8_t>;
    case 4 * 16 + 2: return pack_elements<uint32_t, uint16_t>;
    case 4 * 16 + 4: return pack_elements<uint32_t, uint8_t>;
    case 8 * 16 + 2: return pack_elements<uint64_t, uint32_t>;
    case 8 * 16 + 4: return pack_elements<uint64_t, uint16_t>;
    case 16 * 16 + 2: return pack_elements<Uint128, uint64_t>;
    case 16 * 16 + 4: return pack_elements<Uint128, uint32_t>;
    default: return nullptr;
  }
}

Handler select_unpack(uint32_t total_bytes, uint32_t elements) {
  switch (total_bytes * 16 + elements) {
    case 2 * 16 + 2: return unpack_elements<uint16_t, uint8_t>;
    case 4 * 16 + 2: return unpack_elements<uint32_t, uint16_t>;
    case 4 * 16 + 4: return unpack_elements<uint32_t, uint8_t>;
    case 8 * 16 + 2: return unpack_elements<uint64_t, uint32_t>;
    case 8 * 16 + 4: return unpack_elements<uint64_t, uint16_t>;
    case 16 * 16 + 2: return unpack_elements<Uint128, uint64_t>;
    case 16 * 16 + 4: return unpack_elements<Uint128, uint32_t>;
    default: return nullptr;
  }
}

Handler select_frame_address(RegClass to) {
  return to == RegClass::Double ? frame_address<uint64_t> : frame_address<uint32_t>;
}

Handler select_add_offset() { return add_offset; }

Handler select_parameter_load(bool sign_extend) {
  return sign_extend ? parameter_load<true> : parameter_load<false>;
}

Handler select_parameter_store() { return parameter_store; }

Handler select_clock(Special special, RegClass to) {
  bool high = special == Special::ClockHi || special == Special::GlobalTimerHi;
  if (to == RegClass::Double) return high ? read_clock<uint64_t, 32> : read_clock<uint64_t, 0>;
  return high ? read_clock<uint32_t, 32> : read_clock<uint32_t, 0>;
}

Handler select_isspacep(Space space) {
  switch (space) {
    case Space::Shared: return isspacep<Space::Shared>;
    case Space::Local: return isspacep<Space::Local>;
    case Space::Param: return isspacep<Space::Param>;
    case Space::Const: return isspacep<Space::Const>;
    case Space::Global: return isspacep<Space::Global>;
    default: return nullptr;
  }
}

}  // namespace heddle
