// The corpus entries of the integer, bits and carry modules.
#include "isa/bits.hpp"
#include "isa/corpus.hpp"
#include "isa/integer.hpp"

namespace heddle::isa::corpus {
namespace {

using Cases = std::vector<Case>;
using Scalars = Types<int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;

template <class T>
void add_arithmetic(Cases& cases) {
  const std::string t = suffix<T>();
  cases.push_back(make<T, T>("add" + t, add<T>));
  cases.push_back(make<T, T>("sub" + t, sub<T>));
  cases.push_back(make<T, T>("mul_lo" + t, mul_lo<T>));
  cases.push_back(make<T, T>("mul_hi" + t, mul_hi<T>));
  cases.push_back(make<T, T>("min" + t, min<T>));
  cases.push_back(make<T, T>("max" + t, max<T>));
  cases.push_back(make<T, T>("div" + t, div<T>));
  cases.push_back(make<T, T>("rem" + t, rem<T>));
  cases.push_back(make<T, T, T>("mad_lo" + t, mad_lo<T>));
  cases.push_back(make<T, T, T>("mad_hi" + t, mad_hi<T>));
  if constexpr (sizeof(T) < 8) {
    cases.push_back(make<T, T>("mul_wide" + t, mul_wide<T>));
    cases.push_back(make<T, T, Wide<T>>("mad_wide" + t, mad_wide<T>));
  }
  if constexpr (std::is_signed_v<T>) {
    cases.push_back(make<T>("abs" + t, abs<T>));
    cases.push_back(make<T>("neg" + t, neg<T>));
  }
}

template <class T>
void add_24_bit(Cases& cases) {
  const std::string t = suffix<T>();
  cases.push_back(make<T, T>("mul24_lo" + t, mul24_lo<T>));
  cases.push_back(make<T, T>("mul24_hi" + t, mul24_hi<T>));
  cases.push_back(make<T, T, T>("mad24_lo" + t, mad24_lo<T>));
  cases.push_back(make<T, T, T>("mad24_hi" + t, mad24_hi<T>));
  cases.push_back(make<T, T, T>("sad" + t, sad<T>));
}

template <class A, class B>
void add_dot_products(Cases& cases) {
  using U = uint32_t;
  const std::string t = std::string(suffix<A>()) + suffix<B>();
  cases.push_back(make<U, U, U>("dp4a" + t, dp4a<A, B>));
  cases.push_back(make<U, U, U>("dp2a_lo" + t, dp2a<A, B, false>));
  cases.push_back(make<U, U, U>("dp2a_hi" + t, dp2a<A, B, true>));
}

uint32_t low(uint64_t x) { return uint32_t(x); }
uint32_t high(uint64_t x) { return uint32_t(x >> 32); }
uint64_t join(uint32_t lo, uint32_t hi) { return uint64_t{hi} << 32 | lo; }

void add_carry_chains(Cases& cases) {
  using U = uint64_t;
  cases.push_back(make<U, U>("add_cc_addc_u32", [](U a, U b) {
    const auto lo = add_carry(low(a), low(b));
    return join(lo.value, add_carry(high(a), high(b), lo.carry).value);
  }));
  cases.push_back(make<U, U>("sub_cc_subc_u32", [](U a, U b) {
    const auto lo = sub_borrow(low(a), low(b));
    return join(lo.value, sub_borrow(high(a), high(b), lo.carry).value);
  }));
  cases.push_back(make<U, U, U>("mad_cc_madc_u32", [](U a, U b, U c) {
    const auto lo = mad_lo_carry(low(a), low(b), low(c));
    return join(lo.value, mad_hi_carry(low(a), low(b), high(c), lo.carry).value);
  }));
  cases.push_back(make<U, U>("addc_cc_three_limbs", [](U a, U b) {
    const auto lo = add_carry(low(a), low(b));
    const auto hi = add_carry(high(a), high(b), lo.carry);
    return join(lo.value, hi.value ^ add_carry(0u, 0u, hi.carry).value);
  }));
  cases.push_back(make<U, U, U>("add_cc_addc_u64", [](U a, U b, U c) {
    const auto lo = add_carry(a, b);
    return lo.value ^ add_carry(c, a, lo.carry).value;
  }));
}

template <class T>
void add_logic(Cases& cases) {
  const std::string t = sizeof(T) == 2 ? "_b16" : sizeof(T) == 4 ? "_b32" : "_b64";
  cases.push_back(make<T, T>("and" + t, [](T a, T b) { return T(a & b); }));
  cases.push_back(make<T, T>("or" + t, [](T a, T b) { return T(a | b); }));
  cases.push_back(make<T, T>("xor" + t, [](T a, T b) { return T(a ^ b); }));
  cases.push_back(make<T>("not" + t, [](T a) { return T(~a); }));
  cases.push_back(make<T>("cnot" + t, cnot<T>));
  cases.push_back(make<T, uint32_t>("shl" + t, shl<T>));
  if constexpr (sizeof(T) > 2) {
    cases.push_back(make<T>("popc" + t, popc<T>));
    cases.push_back(make<T>("clz" + t, clz<T>));
    cases.push_back(make<T>("brev" + t, brev<T>));
    cases.push_back(make<T, uint32_t, uint32_t>(
        "bfi" + t, [](T a, uint32_t pos, uint32_t len) { return bfi(a, T(~a), pos, len); }));
  }
}

template <class T>
void add_fields(Cases& cases) {
  const std::string t = suffix<T>();
  cases.push_back(make<T, uint32_t>("shr" + t, shr<T>));
  if constexpr (sizeof(T) > 2) {
    cases.push_back(make<T>("bfind" + t, bfind<T>));
    cases.push_back(make<T>("bfind_shiftamt" + t, bfind_shiftamt<T>));
    cases.push_back(make<T, uint32_t, uint32_t>("bfe" + t, bfe<T>));
  }
}

void add_shift_modes(Cases& cases, ShiftMode mode, const std::string& m) {
  using U = uint32_t;
  using S = int32_t;
  const auto bound = [mode](auto f) {
    return [mode, f](auto... operands) { return f(mode, operands...); };
  };
  cases.push_back(make<U, U, U>("shf_l_" + m + "_b32", bound(shf_l)));
  cases.push_back(make<U, U, U>("shf_r_" + m + "_b32", bound(shf_r)));
  cases.push_back(make<U, U>("bmsk_" + m + "_b32", bound(bmsk)));
  cases.push_back(make<U, U>("szext_" + m + "_u32", bound(szext<U>)));
  cases.push_back(make<S, U>("szext_" + m + "_s32", bound(szext<S>)));
}

}  // namespace

std::vector<Case> integer_cases() {
  using S = int32_t;
  using U = uint32_t;
  Cases cases;
  for_each(Scalars{}, [&]<class T>() { add_arithmetic<T>(cases); });
  for_each(Types<S, U>{}, [&]<class T>() { add_24_bit<T>(cases); });
  cases.push_back(make<S, S>("add_sat_s32", add_sat));
  cases.push_back(make<S, S>("sub_sat_s32", sub_sat));
  cases.push_back(make<S, S, S>("mad_hi_sat_s32", mad_hi_sat));
  add_dot_products<U, U>(cases);
  add_dot_products<U, S>(cases);
  add_dot_products<S, U>(cases);
  add_dot_products<S, S>(cases);
  add_carry_chains(cases);
  return cases;
}

std::vector<Case> bit_cases() {
  using U = uint32_t;
  Cases cases;
  for_each(Types<uint16_t, uint32_t, uint64_t>{}, [&]<class T>() { add_logic<T>(cases); });
  for_each(Scalars{}, [&]<class T>() { add_fields<T>(cases); });
  add_shift_modes(cases, ShiftMode::Clamp, "clamp");
  add_shift_modes(cases, ShiftMode::Wrap, "wrap");
  const std::vector<std::pair<std::string, uint8_t>> tables = {
      {"96", 0x96}, {"e8", 0xe8}, {"80", 0x80}, {"fe", 0xfe}, {"1b", 0x1b}, {"ca", 0xca}};
  for (const auto& [digits, table] : tables)
    cases.push_back(make<U, U, U>("lop3_b32_" + digits,
                                  [t = table](U a, U b, U c) { return lop3(a, b, c, t); }));
  const std::vector<std::pair<std::string, Permute>> modes = {
      {"", Permute::Index},    {"_f4e", Permute::F4e}, {"_b4e", Permute::B4e},
      {"_rc8", Permute::Rc8},  {"_ecl", Permute::Ecl}, {"_ecr", Permute::Ecr},
      {"_rc16", Permute::Rc16}};
  for (const auto& [suffix, mode] : modes)
    cases.push_back(
        make<U, U, U>("prmt_b32" + suffix, [m = mode](U a, U b, U c) { return prmt(m, a, b, c); }));
  cases.push_back(make<U, U, U>("fns_b32", [](U mask, U base, U offset) {
    return uint64_t{fns(mask, base & 31, int32_t(offset & 3) + 1)};
  }));
  return cases;
}

}  // namespace heddle::isa::corpus
