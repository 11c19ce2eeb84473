// Applies a function of one lane to all threads of a packet.
//
// This is the only loop over lanes for regular instructions: 32 iterations of straight-line code
// that the compiler vectorises, either for all threads or blended under a mask. If only few threads
// are active, it visits just those, so that an expensive operation does not run for all 32 lanes.
#pragma once

#include <bit>
#include <cstdint>
#include <type_traits>

#include "exec/op.hpp"
#include "isa/half.hpp"

namespace heddle {

/// A .b128 value, which can only be moved, packed, exchanged and compared.
__extension__ using Uint128 = unsigned __int128;

/// The representation of a value of type T in a lane of a row.
template <class T>
using Raw = std::conditional_t<sizeof(T) == 16, Uint128,
                               std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>;

template <class T>
constexpr T unpack(Raw<T> raw) {
  if constexpr (std::is_same_v<T, isa::Half> || std::is_same_v<T, isa::BFloat>)
    return T{static_cast<uint16_t>(raw)};
  else if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<T>(raw);
  else
    return static_cast<T>(raw);
}

/// Values narrower than a lane are zero-extended, so that each value has one representation.
template <class T>
constexpr Raw<T> pack(T value) {
  if constexpr (std::is_same_v<T, isa::Half> || std::is_same_v<T, isa::BFloat>)
    return value.bits;
  else if constexpr (std::is_floating_point_v<T>)
    return std::bit_cast<Raw<T>>(value);
  else if constexpr (sizeof(T) == 16)
    return value;
  else
    return static_cast<std::make_unsigned_t<T>>(value);
}

inline constexpr int kSparse = 4;  // up to this many threads are visited one by one

template <class D, class F, class... S>
inline void map_rows(Raw<D>* d, uint32_t mask, F f, const Raw<S>*... s) {
  if (mask == kFullMask) {
#pragma GCC ivdep
    for (uint32_t i = 0; i < kTileThreads; i++) d[i] = pack<D>(f(unpack<S>(s[i])...));
  } else if (std::popcount(mask) <= kSparse) {
    for (uint32_t m = mask; m != 0; m &= m - 1) {
      int i = std::countr_zero(m);
      d[i] = pack<D>(f(unpack<S>(s[i])...));
    }
  } else {
#pragma GCC ivdep
    for (uint32_t i = 0; i < kTileThreads; i++) {
      Raw<D> value = pack<D>(f(unpack<S>(s[i])...));
      d[i] = (mask >> i) & 1 ? value : d[i];
    }
  }
}

/// d = f(a), f(a, b), … with the operands op.src[0], op.src[1], … read as types S.
template <class D, class... S, class F>
inline void map(const Op& op, Lanes& lanes, uint32_t mask, F f) {
  [&]<size_t... I>(std::index_sequence<I...>) {
    map_rows<D, F, S...>(lanes.write<Raw<D>>(op.dst[0]), mask, f, lanes.read<Raw<S>>(op.src[I])...);
  }
  (std::index_sequence_for<S...>{});
}

/// Evaluates a predicate for each lane, one bit per lane. Bits outside the mask are unspecified.
template <class F, class... S>
inline uint32_t test_rows(uint32_t mask, F f, const Raw<S>*... s) {
  uint32_t bits = 0;
  if (std::popcount(mask) <= kSparse) {
    for (uint32_t m = mask; m != 0; m &= m - 1) {
      int i = std::countr_zero(m);
      if (f(unpack<S>(s[i])...)) bits |= 1u << i;
    }
    return bits;
  }
  for (uint32_t i = 0; i < kTileThreads; i++) bits |= f(unpack<S>(s[i])...) ? 1u << i : 0u;
  return bits;
}

template <class... S, class F>
inline uint32_t test(const Op& op, const Lanes& lanes, uint32_t mask, F f) {
  return [&]<size_t... I>(std::index_sequence<I...>) {
    return test_rows<F, S...>(mask, f, lanes.read<Raw<S>>(op.src[I])...);
  }
  (std::index_sequence_for<S...>{});
}

/// Makes a handler from a function of one lane: `lane_handler<uint32_t, [](auto a, auto b) …,
/// uint32_t, uint32_t>`.
template <class D, auto F, class... S>
void lane_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  map<D, S...>(op, lanes, mask, F);
}

}  // namespace heddle
