// Bit manipulation on one lane. Shift amounts and field positions follow PTX: amounts at or above
// the width clamp (or wrap where the instruction says .wrap) instead of being undefined.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace heddle::isa {

template <class T>
inline constexpr uint32_t kWidth = 8 * sizeof(T);

enum class ShiftMode : uint8_t { Clamp, Wrap };
constexpr uint32_t limit_amount(ShiftMode mode, uint32_t amount) {
  return mode == ShiftMode::Wrap ? amount & 31 : amount < 32 ? amount : 32;
}

// shl and shr; T's signedness chooses the arithmetic shift. Amounts of the width or more shift
// everything out.
template <std::integral T>
constexpr T shl(T a, uint32_t amount) {
  using U = std::make_unsigned_t<T>;
  const U shifted = U(U(a) << (amount & (kWidth<T> - 1)));
  return T(amount < kWidth<T> ? shifted : U(0));
}
template <std::integral T>
constexpr T shr(T a, uint32_t amount) {
  if constexpr (std::is_signed_v<T>) return T(a >> (amount < kWidth<T> ? amount : kWidth<T> - 1));
  const T shifted = T(a >> (amount & (kWidth<T> - 1)));
  return amount < kWidth<T> ? shifted : T(0);
}
// cnot: 1 for zero, else 0.
template <std::unsigned_integral T>
constexpr T cnot(T a) {
  return T(a == 0);
}

// shf: the upper (left) or lower (right) word of hi:lo shifted as one 64-bit value.
constexpr uint32_t shf_l(ShiftMode mode, uint32_t lo, uint32_t hi, uint32_t amount) {
  const uint64_t both = uint64_t{hi} << 32 | lo;
  return uint32_t(both << limit_amount(mode, amount) >> 32);
}
constexpr uint32_t shf_r(ShiftMode mode, uint32_t lo, uint32_t hi, uint32_t amount) {
  const uint64_t both = uint64_t{hi} << 32 | lo;
  return uint32_t(both >> limit_amount(mode, amount));
}

template <std::unsigned_integral T>
constexpr uint32_t popc(T a) {
  return uint32_t(std::popcount(a));
}
template <std::unsigned_integral T>
constexpr uint32_t clz(T a) {
  return uint32_t(std::countl_zero(a));
}
template <std::unsigned_integral T>
constexpr T brev(T a) {
  uint64_t x = a;
  x = (x >> 1 & 0x5555555555555555u) | (x & 0x5555555555555555u) << 1;
  x = (x >> 2 & 0x3333333333333333u) | (x & 0x3333333333333333u) << 2;
  x = (x >> 4 & 0x0f0f0f0f0f0f0f0fu) | (x & 0x0f0f0f0f0f0f0f0fu) << 4;
  x = __builtin_bswap64(x);
  return T(x >> (64 - kWidth<T>));
}

// Position of the highest bit that differs from the sign (of the highest 1 if unsigned); all ones
// if there is none. .shiftamt: the left shift that brings it to the top.
template <std::integral T>
constexpr uint32_t bfind(T a) {
  using U = std::make_unsigned_t<T>;
  const U significant = a < 0 ? U(~U(a)) : U(a);
  return kWidth<T> - 1 - uint32_t(std::countl_zero(significant));
}
template <std::integral T>
constexpr uint32_t bfind_shiftamt(T a) {
  const uint32_t position = bfind(a);
  return position == UINT32_MAX ? position : kWidth<T> - 1 - position;
}

// A mask of `length` low ones, for any length.
template <std::unsigned_integral T>
constexpr T low_mask(uint32_t length) {
  return length < kWidth<T> ? T((T(1) << (length & (kWidth<T> - 1))) - 1) : T(~T(0));
}

// bfe: `length` bits of a from `position`, extended with zeros or with the field's top bit, which
// is the top bit of a if the field extends beyond it. Position and length are taken modulo 256.
template <std::integral T>
constexpr T bfe(T a, uint32_t position, uint32_t length) {
  using U = std::make_unsigned_t<T>;
  position &= 0xff;
  length &= 0xff;
  const U mask = low_mask<U>(length);
  const U field = U(shr(a, position)) & mask;
  if constexpr (!std::is_signed_v<T>) return field;
  const uint32_t last = position + length - 1;
  const uint32_t top = last < kWidth<T> ? last : kWidth<T> - 1;
  const bool ones = (length != 0) & ((U(a) >> (top & (kWidth<T> - 1)) & 1) != 0);
  return T(ones ? field | U(~mask) : field);
}
// bfi: the low `length` bits of a inserted into b at `position`.
template <std::unsigned_integral T>
constexpr T bfi(T a, T b, uint32_t position, uint32_t length) {
  position &= 0xff;
  length &= 0xff;
  const T mask = shl(low_mask<T>(length), position);
  return T((b & ~mask) | (shl(a, position) & mask));
}

// bmsk: `length` ones from `position` up.
constexpr uint32_t bmsk(ShiftMode mode, uint32_t position, uint32_t length) {
  const uint32_t from = limit_amount(mode, position);
  return shl(low_mask<uint32_t>(limit_amount(mode, length)), from);
}
// szext: the low `width` bits of a, extended by T's signedness; width 0 gives 0.
template <std::integral T>
constexpr T szext(ShiftMode mode, T a, uint32_t width) {
  const uint32_t bits = limit_amount(mode, width);
  const T raised = shl(a, 32 - bits);
  return shr(raised, 32 - bits);
}

// fns: position of the offset-th set bit of mask, counting from base upwards (offset > 0) or
// downwards (offset < 0); offset 0 asks whether bit base is set. All ones if there is none.
constexpr uint32_t fns(uint32_t mask, uint32_t base, int32_t offset) {
  if (base > 31) return UINT32_MAX;
  if (offset == 0) return mask >> base & 1 ? base : UINT32_MAX;
  const int step = offset > 0 ? 1 : -1;
  uint32_t left = offset > 0 ? uint32_t(offset) : 0u - uint32_t(offset);
  for (int at = int(base); at >= 0 && at < 32; at += step)
    if ((mask >> at & 1) != 0 && --left == 0) return uint32_t(at);
  return UINT32_MAX;
}

// lop3: bit i of the table is the result for (a, b, c) = the binary digits of i. Three rounds of
// selection, by c, b and a.
constexpr uint32_t lop3(uint32_t a, uint32_t b, uint32_t c, uint8_t table) {
  const auto entry = [table](int i) { return 0u - (uint32_t{table} >> i & 1); };
  const auto select = [](uint32_t s, uint32_t zero, uint32_t one) {
    return zero ^ (s & (zero ^ one));
  };
  const uint32_t low = select(b, select(c, entry(0), entry(1)), select(c, entry(2), entry(3)));
  const uint32_t high = select(b, select(c, entry(4), entry(5)), select(c, entry(6), entry(7)));
  return select(a, low, high);
}

// cvt.pack: a and b saturated to Bits bits, a above b; below 16 bits, c moves up to make room.
template <uint32_t Bits, bool Signed>
constexpr uint32_t pack_saturated(int32_t a, int32_t b, uint32_t c) {
  const auto saturate = [](int32_t x) {
    constexpr int32_t least = Signed ? -(1 << (Bits - 1)) : 0;
    constexpr int32_t most = (1 << (Signed ? Bits - 1 : Bits)) - 1;
    return static_cast<uint32_t>(x < least ? least : x > most ? most : x) & ((1u << Bits) - 1);
  };
  const uint32_t pair = saturate(a) << Bits | saturate(b);
  if constexpr (Bits == 16)
    return pair;
  else
    return c << (2 * Bits) | pair;
}

enum class Permute : uint8_t { Index, F4e, B4e, Rc8, Ecl, Ecr, Rc16 };

// The selector digit of result byte i in the modes other than Index, which take only two bits of c.
constexpr uint32_t permute_digit(Permute mode, uint32_t c, uint32_t i) {
  const uint32_t s = c & 3;
  switch (mode) {
    case Permute::F4e: return s + i;
    case Permute::B4e: return (s - i) & 7;
    case Permute::Rc8: return s;
    case Permute::Ecl: return s > i ? s : i;
    case Permute::Ecr: return s < i ? s : i;
    case Permute::Rc16: return (s & 1) * 2 + (i & 1);
    default: return c >> (4 * i) & 0xf;
  }
}
// prmt: each result byte is a byte of b:a; digit bit 3 (Index mode) replicates its sign instead.
constexpr uint32_t prmt(Permute mode, uint32_t a, uint32_t b, uint32_t c) {
  const uint64_t bytes = uint64_t{b} << 32 | a;
  uint32_t result = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t digit = permute_digit(mode, c, i);
    const uint8_t byte = uint8_t(bytes >> (8 * (digit & 7)));
    const uint32_t sign = (byte & 0x80) != 0 ? 0xff : 0;
    result |= ((digit & 8) != 0 ? sign : byte) << (8 * i);
  }
  return result;
}

}  // namespace heddle::isa
