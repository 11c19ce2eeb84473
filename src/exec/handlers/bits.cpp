// Logic, shifts, bit fields, permutations and table lookups; logic on predicates.
#include "isa/bits.hpp"

#include "exec/handlers/common.hpp"

namespace heddle {

namespace {

using isa::Permute;
using isa::ShiftMode;

constexpr auto kAnd = [](auto a, auto b) { return static_cast<decltype(a)>(a & b); };
constexpr auto kOr = [](auto a, auto b) { return static_cast<decltype(a)>(a | b); };
constexpr auto kXor = [](auto a, auto b) { return static_cast<decltype(a)>(a ^ b); };
constexpr auto kNot = [](auto a) { return static_cast<decltype(a)>(~a); };
constexpr auto kCnot = [](auto a) { return isa::cnot(a); };
constexpr auto kShl = [](auto a, uint32_t amount) { return isa::shl(a, amount); };
constexpr auto kShr = [](auto a, uint32_t amount) { return isa::shr(a, amount); };
constexpr auto kPopc = [](auto a) { return isa::popc(a); };
constexpr auto kClz = [](auto a) { return isa::clz(a); };
constexpr auto kBrev = [](auto a) { return isa::brev(a); };
constexpr auto kBfind = [](auto a) { return isa::bfind(a); };
constexpr auto kBfindShift = [](auto a) { return isa::bfind_shiftamt(a); };
constexpr auto kBfe = [](auto a, uint32_t position, uint32_t length) {
  return isa::bfe(a, position, length);
};
constexpr auto kBfi = [](auto a, auto b, uint32_t position, uint32_t length) {
  return isa::bfi(a, b, position, length);
};
constexpr auto kFns = [](uint32_t mask, uint32_t base, int32_t offset) {
  return isa::fns(mask, base, offset);
};
template <ShiftMode M>
constexpr auto kShfLeft =
    [](uint32_t lo, uint32_t hi, uint32_t amount) { return isa::shf_l(M, lo, hi, amount); };
template <ShiftMode M>
constexpr auto kShfRight =
    [](uint32_t lo, uint32_t hi, uint32_t amount) { return isa::shf_r(M, lo, hi, amount); };
template <ShiftMode M>
constexpr auto kBmsk =
    [](uint32_t position, uint32_t length) { return isa::bmsk(M, position, length); };
template <ShiftMode M>
constexpr auto kSzext = [](auto a, uint32_t width) { return isa::szext(M, a, width); };
template <Permute M>
constexpr auto kPrmt = [](uint32_t a, uint32_t b, uint32_t c) { return isa::prmt(M, a, b, c); };

// A predicate row is a word with a bit per thread, so logic on predicates is logic on words.
template <auto F>
void predicate_unary(const Op& op, Lanes& lanes, uint32_t mask) {
  lanes.write_predicate(op.dst[0], mask, F(lanes.read_predicate(op.src[0])));
}
template <auto F>
void predicate_binary(const Op& op, Lanes& lanes, uint32_t mask) {
  const uint32_t a = lanes.read_predicate(op.src[0]);
  lanes.write_predicate(op.dst[0], mask, F(a, lanes.read_predicate(op.src[1])));
}

template <auto F>
Selection logic(const Instruction& i) {
  if (i.type == Type::Pred) return {predicate_binary<F>};
  return for_width(i.type, []<class T>() { return Selection{lane_handler<T, F, T, T>}; });
}
template <auto F>
Selection complement(const Instruction& i) {
  if (i.type == Type::Pred) return {i.op == Opcode::Not ? predicate_unary<kNot> : nullptr};
  return for_width(i.type, []<class T>() { return Selection{lane_handler<T, F, T>}; });
}

Selection shift_left(Type type) {
  return for_width(type, []<class T>() { return Selection{lane_handler<T, kShl, T, uint32_t>}; });
}
Selection shift_right(Type type) {
  constexpr auto kRun = []<class T>() { return Selection{lane_handler<T, kShr, T, uint32_t>}; };
  return ptx::is_signed(type) ? for_integer(type, kRun) : for_width(type, kRun);
}

// popc, clz: the result has 32 bits. brev: it has the operand's type. None has a 16-bit form.
template <auto F>
Selection count(Type type) {
  if (ptx::size_of(type) == 4) return {lane_handler<uint32_t, F, uint32_t>};
  if (ptx::size_of(type) == 8) return {lane_handler<uint32_t, F, uint64_t>};
  return {};
}
Selection reverse(Type type) {
  if (ptx::size_of(type) == 4) return {lane_handler<uint32_t, kBrev, uint32_t>};
  if (ptx::size_of(type) == 8) return {lane_handler<uint64_t, kBrev, uint64_t>};
  return {};
}

template <auto F>
Selection find(Type type) {
  return for_integer(type, []<class T>() -> Selection {
    if constexpr (sizeof(T) == 2)
      return {};
    else
      return {lane_handler<uint32_t, F, T>};
  });
}

Selection extract(Type type) {
  return for_integer(type, []<class T>() -> Selection {
    if constexpr (sizeof(T) == 2)
      return {};
    else
      return {lane_handler<T, kBfe, T, uint32_t, uint32_t>};
  });
}
Selection insert(Type type) {
  if (ptx::size_of(type) == 4)
    return {lane_handler<uint32_t, kBfi, uint32_t, uint32_t, uint32_t, uint32_t>};
  if (ptx::size_of(type) == 8)
    return {lane_handler<uint64_t, kBfi, uint64_t, uint64_t, uint32_t, uint32_t>};
  return {};
}

template <ShiftMode M>
Selection by_shift_mode(const Instruction& i) {
  using U = uint32_t;
  switch (i.op) {
    case Opcode::Shf:
      return {i.has(Mod::Left) ? lane_handler<U, kShfLeft<M>, U, U, U>
                               : lane_handler<U, kShfRight<M>, U, U, U>};
    case Opcode::Bmsk: return {lane_handler<U, kBmsk<M>, U, U>};
    case Opcode::Szext:
      if (i.type == Type::S32) return {lane_handler<int32_t, kSzext<M>, int32_t, U>};
      if (i.type == Type::U32) return {lane_handler<U, kSzext<M>, U, U>};
      return {};
    default: return {};
  }
}

template <Permute M>
constexpr Handler kPermute = lane_handler<uint32_t, kPrmt<M>, uint32_t, uint32_t, uint32_t>;

Selection permute(const Instruction& i) {
  if (ptx::size_of(i.type) != 4) return {};
  if (i.has(Mod::F4e)) return {kPermute<Permute::F4e>};
  if (i.has(Mod::B4e)) return {kPermute<Permute::B4e>};
  if (i.has(Mod::Rc8)) return {kPermute<Permute::Rc8>};
  if (i.has(Mod::Ecl)) return {kPermute<Permute::Ecl>};
  if (i.has(Mod::Ecr)) return {kPermute<Permute::Ecr>};
  if (i.has(Mod::Rc16)) return {kPermute<Permute::Rc16>};
  return {kPermute<Permute::Index>};
}

// The table is an immediate: all lanes of its row are equal.
void lookup(const Op& op, Lanes& lanes, uint32_t mask) {
  const auto table = static_cast<uint8_t>(*lanes.read<uint32_t>(op.src[3]));
  map<uint32_t, uint32_t, uint32_t, uint32_t>(
      op, lanes, mask,
      [table](uint32_t a, uint32_t b, uint32_t c) { return isa::lop3(a, b, c, table); });
}

// With .and and .or: the table is op.detail, and the second result combines "not zero" with a
// predicate, src[3].
template <bool And>
void lookup_and_test(const Op& op, Lanes& lanes, uint32_t mask) {
  const auto table = static_cast<uint8_t>(op.detail);
  const uint32_t other = lanes.read_predicate(op.src[3]);
  map<uint32_t, uint32_t, uint32_t, uint32_t>(
      op, lanes, mask,
      [table](uint32_t a, uint32_t b, uint32_t c) { return isa::lop3(a, b, c, table); });
  const uint32_t* d = lanes.read<uint32_t>(op.dst[0]);
  const uint32_t found = test_rows<bool (*)(uint32_t), uint32_t>(
      mask, [](uint32_t value) { return value != 0; }, d);
  lanes.write_predicate(op.dst[1], mask, And ? found & other : found | other);
}

// Saturates two numbers to `Bits` bits each; the previously packed bits (src[2]) move up.
template <uint32_t Bits, bool Signed>
void pack_saturated(const Op& op, Lanes& lanes, uint32_t mask) {
  map<uint32_t, int32_t, int32_t, uint32_t>(op, lanes, mask, [](int32_t a, int32_t b, uint32_t c) {
    return isa::pack_saturated<Bits, Signed>(a, b, c);
  });
}

template <bool Signed>
Handler select_pack_saturated(uint32_t bits) {
  switch (bits) {
    case 16: return pack_saturated<16, Signed>;
    case 8: return pack_saturated<8, Signed>;
    case 4: return pack_saturated<4, Signed>;
    case 2: return pack_saturated<2, Signed>;
    default: return nullptr;
  }
}

Handler select_pack_saturated(const Instruction& i) {
  switch (i.type) {
    case Type::U16: return select_pack_saturated<false>(16);
    case Type::S16: return select_pack_saturated<true>(16);
    case Type::U8: return select_pack_saturated<false>(8);
    case Type::S8: return select_pack_saturated<true>(8);
    case Type::U4: return select_pack_saturated<false>(4);
    case Type::S4: return select_pack_saturated<true>(4);
    case Type::U2: return select_pack_saturated<false>(2);
    case Type::S2: return select_pack_saturated<true>(2);
    default: return nullptr;
  }
}

}  // namespace

Handler select_lookup_and_test(const Instruction& i) {
  return i.has(Mod::And) ? lookup_and_test<true> : lookup_and_test<false>;
}

Selection select_bits(const Instruction& i) {
  using U = uint32_t;
  switch (i.op) {
    case Opcode::And: return logic<kAnd>(i);
    case Opcode::Or: return logic<kOr>(i);
    case Opcode::Xor: return logic<kXor>(i);
    case Opcode::Not: return complement<kNot>(i);
    case Opcode::Cnot: return complement<kCnot>(i);
    case Opcode::Shl: return shift_left(i.type);
    case Opcode::Shr: return shift_right(i.type);
    case Opcode::Popc: return count<kPopc>(i.type);
    case Opcode::Clz: return count<kClz>(i.type);
    case Opcode::Brev: return reverse(i.type);
    case Opcode::Bfind:
      return i.has(Mod::ShiftAmt) ? find<kBfindShift>(i.type) : find<kBfind>(i.type);
    case Opcode::Bfe: return extract(i.type);
    case Opcode::Bfi: return insert(i.type);
    case Opcode::Fns: return {lane_handler<U, kFns, U, U, int32_t>};
    case Opcode::Shf:
    case Opcode::Bmsk:
    case Opcode::Szext:
      return i.has(Mod::Wrap) ? by_shift_mode<ShiftMode::Wrap>(i)
                              : by_shift_mode<ShiftMode::Clamp>(i);
    case Opcode::Prmt: return permute(i);
    case Opcode::Lop3: return {i.source_count == 4 && i.mods.empty() ? lookup : nullptr};
    case Opcode::CvtPack: return {select_pack_saturated(i)};
    default: return {};
  }
}

}  // namespace heddle
