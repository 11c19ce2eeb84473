// Arithmetic with the carry flag, which lowering turned into a predicate register: the second
// destination of .cc forms and the last source of addc, subc and madc.
#include <tuple>

#include "exec/handlers/common.hpp"
#include "isa/integer.hpp"

namespace heddle {

namespace {

constexpr uint16_t kReads = 1, kWrites = 2;  // Op::detail

constexpr auto kAdd = [](auto a, auto b, bool in) { return isa::add_carry(a, b, in); };
constexpr auto kSub = [](auto a, auto b, bool in) { return isa::sub_borrow(a, b, in); };
constexpr auto kMadLo = [](auto a, auto b, auto c, bool in) {
  return isa::mad_lo_carry(a, b, c, in);
};
constexpr auto kMadHi = [](auto a, auto b, auto c, bool in) {
  return isa::mad_hi_carry(a, b, c, in);
};

// Computes all lanes, including those outside the mask, before writing: each has two results.
template <class T, auto F, class... S>
void carry_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  const uint32_t in = (op.detail & kReads) ? lanes.read_predicate(op.src[sizeof...(S)]) : 0;
  alignas(64) Raw<T> value[kTileThreads];
  alignas(64) Raw<T> carry[kTileThreads];
  [&]<size_t... I>(std::index_sequence<I...>) {
    const auto rows = std::tuple(lanes.read<Raw<S>>(op.src[I])...);
    for (uint32_t i = 0; i < kTileThreads; i++) {
      const isa::AddCarry<T> sum = F(unpack<S>(std::get<I>(rows)[i])..., bool(in >> i & 1));
      value[i] = pack<T>(sum.value);
      carry[i] = sum.carry;
    }
  }
  (std::index_sequence_for<S...>{});
  Raw<T>* d = lanes.write<Raw<T>>(op.dst[0]);
  uint32_t out = 0;
  for (uint32_t i = 0; i < kTileThreads; i++) {
    d[i] = (mask >> i) & 1 ? value[i] : d[i];
    out |= static_cast<uint32_t>(carry[i]) << i;
  }
  if (op.detail & kWrites) lanes.write_predicate(op.dst[1], mask, out);
}

template <auto F, size_t Sources>
Selection by_type(const Instruction& i, bool reads) {
  const auto detail = static_cast<uint16_t>((reads ? kReads : 0) | (i.has(Mod::Cc) ? kWrites : 0));
  return for_integer(i.type, [&]<class T>() -> Selection {
    if constexpr (sizeof(T) == 2)
      return {};
    else if constexpr (Sources == 2)
      return {carry_handler<T, F, T, T>, detail};
    else
      return {carry_handler<T, F, T, T, T>, detail};
  });
}

Selection multiply_add(const Instruction& i, bool reads) {
  if (i.has(Mod::Lo)) return by_type<kMadLo, 3>(i, reads);
  if (i.has(Mod::Hi)) return by_type<kMadHi, 3>(i, reads);
  return {};
}

}  // namespace

Selection select_carry(const Instruction& i) {
  const bool writes = i.has(Mod::Cc);
  switch (i.op) {
    case Opcode::Add: return writes ? by_type<kAdd, 2>(i, false) : Selection{};
    case Opcode::Sub: return writes ? by_type<kSub, 2>(i, false) : Selection{};
    case Opcode::Mad: return writes ? multiply_add(i, false) : Selection{};
    case Opcode::Addc: return by_type<kAdd, 2>(i, true);
    case Opcode::Subc: return by_type<kSub, 2>(i, true);
    case Opcode::Madc: return multiply_add(i, true);
    default: return {};
  }
}

}  // namespace heddle
