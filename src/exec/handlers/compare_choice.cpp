// selp and slct: one of two values.
#include "exec/handlers/common.hpp"
#include "exec/handlers/families.hpp"
#include "isa/float.hpp"

namespace heddle {

namespace {

template <class T>
void selp_handler(const Op& op, Lanes& lanes, uint32_t mask) {
  const uint32_t first = lanes.read_predicate(op.src[2]);
  const Raw<T>* a = lanes.read<Raw<T>>(op.src[0]);
  const Raw<T>* b = lanes.read<Raw<T>>(op.src[1]);
  Raw<T>* d = lanes.write<Raw<T>>(op.dst[0]);
#pragma GCC ivdep
  for (uint32_t i = 0; i < kTileThreads; i++) {
    const Raw<T> value = (first >> i) & 1 ? a[i] : b[i];
    d[i] = (mask >> i) & 1 ? pack<T>(unpack<T>(value)) : d[i];
  }
}

constexpr auto kSlct = [](auto a, auto b, auto c) { return isa::slct(a, b, c); };
constexpr auto kSlctFlushed = [](auto a, auto b, float c) {
  return isa::slct(a, b, isa::flush(c));
};

Selection slct(const Instruction& i) {
  return for_width(i.type, [&]<class T>() -> Selection {
    if (i.type2 == Type::S32) return {lane_handler<T, kSlct, T, T, int32_t>};
    if (i.type2 != Type::F32) return {};
    return {i.has(Mod::Ftz) ? lane_handler<T, kSlctFlushed, T, T, float>
                            : lane_handler<T, kSlct, T, T, float>};
  });
}

}  // namespace

Selection select_choice(const Instruction& i) {
  if (i.op == Opcode::Slct) return slct(i);
  return for_width(i.type, []<class T>() { return Selection{selp_handler<T>}; });
}

}  // namespace heddle
