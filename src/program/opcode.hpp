// Every opcode that PTX knows, supported or not, and every modifier.
//
// Lowering looks names up here, so a name that is missing is a misspelling, and one that is present
// without an execution handler is "known to PTX but not supported by heddle".
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string_view>

namespace heddle {

// clang-format off
enum class Opcode : uint8_t {
  // integer and floating-point arithmetic
  Add, Sub, Mul, Mad, Mul24, Mad24, Sad, Div, Rem, Abs, Neg, Min, Max, Popc, Clz, Bfind, Fns, Brev,
  Bfe, Bfi, Szext, Bmsk, Dp4a, Dp2a, Addc, Subc, Madc, Fma, Rcp, Sqrt, Rsqrt, Sin, Cos, Lg2, Ex2,
  Tanh, Testp, Copysign,
  // comparison, logic, movement
  Set, Setp, Selp, Slct, And, Or, Xor, Not, Cnot, Lop3, Shf, Shl, Shr, Mov, Prmt, Cvt, CvtPack,
  Cvta, Isspacep, Shfl, Vote, Match, Activemask, Redux, Elect,
  // memory
  Ld, Ldu, St, Atom, Red, Prefetch, Prefetchu, Membar, Fence, Alloca, Stacksave, Stackrestore,
  Mapa, Getctarank, Istypep, Discard, ApplyPriority, CreatePolicy,
  // synchronisation
  Bar, Barrier, Nanosleep, Griddepcontrol,
  // control flow
  Bra, Brx, Call, Ret, Exit, Trap, Brkpt, Pmevent,
  // known, not supported
  Tex, Tld4, Txq, Suld, Sust, Sured, Suq, Wmma, Mma, Ldmatrix, Stmatrix, Movmatrix, Wgmma, Tcgen05,
  Cp, Mbarrier, Multimem, Setmaxnreg, Clusterlaunchcontrol, Tensormap, St_async, St_bulk, Red_async,
  Vadd, Vsub, Vabsdiff, Vmin, Vmax, Vshl, Vshr, Vmad, Vset, Vadd2, Vsub2, Vavrg2, Vabsdiff2, Vmin2,
  Vmax2, Vset2, Vadd4, Vsub4, Vavrg4, Vabsdiff4, Vmin4, Vmax4, Vset4,
  Count,
};

enum class Mod : uint8_t {
  // rounding
  Rn, Rz, Rm, Rp, Rna, Rs, Rni, Rzi, Rmi, Rpi,
  // arithmetic
  Ftz, Sat, Satfinite, Relu, Approx, Full, Lo, Hi, Wide, Cc, NaN, XorSign, Abs, NoFtz, Oob, Scaled,
  ShiftAmt, Left, Right, Clamp, Wrap, Uni,
  // comparison and boolean
  Eq, Ne, Lt, Le, Gt, Ge, LoU, Ls, HiU, Hs, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan,
  And, Or, Xor, Not,
  Finite, Infinite, Number, NotANumber, Normal, Subnormal,
  // prmt
  F4e, B4e, Rc8, Ecl, Ecr, Rc16,
  // state spaces
  Global, Shared, SharedCta, SharedCluster, Const, Local, Param, ParamEntry, ParamFunc,
  To, V2, V4, V8,
  // memory order, scope, cache operators
  Weak, Volatile, Relaxed, Acquire, Release, AcqRel, Sc, Mmio,
  Cta, Cluster, Gpu, Sys, Gl,
  Ca, Cg, Cs, Lu, Cv, Wb, Wt, Nc,
  L1EvictNormal, L1EvictUnchanged, L1EvictFirst, L1EvictLast, L1NoAllocate,
  L2EvictNormal, L2EvictFirst, L2EvictLast, L2CacheHint, L2_64B, L2_128B, L2_256B, L1, L2, Unified,
  Proxy, ProxyAlias, ProxyAsync, Tensormap,
  // atomics (And Or Xor Min Max shared with others)
  Add, Inc, Dec, Min, Max, Exch, Cas,
  // warp operations and barriers
  Sync, Up, Down, Bfly, Idx, All, Any, Ballot, Arrive, Red, Popc, Aligned, Warp,
  Wait, MbarrierInit, TensormapObject, Mask,
  Other,  // known to PTX in instructions that heddle does not support
  Count,
};
// clang-format on

/// A set of modifiers.
class ModSet {
 public:
  constexpr ModSet() = default;
  constexpr ModSet(std::initializer_list<Mod> mods) {
    for (Mod m : mods) insert(m);
  }
  constexpr void insert(Mod m) { words_[word(m)] |= bit(m); }
  constexpr bool has(Mod m) const { return (words_[word(m)] & bit(m)) != 0; }
  constexpr ModSet operator|(const ModSet& other) const {
    ModSet r = *this;
    for (size_t i = 0; i < words_.size(); i++) r.words_[i] |= other.words_[i];
    return r;
  }
  constexpr ModSet operator&(const ModSet& other) const {
    ModSet r = *this;
    for (size_t i = 0; i < words_.size(); i++) r.words_[i] &= other.words_[i];
    return r;
  }
  constexpr bool empty() const { return words_[0] == 0 && words_[1] == 0 && words_[2] == 0; }
  constexpr int size() const {
    int bits = 0;
    for (uint64_t word : words_) bits += std::popcount(word);
    return bits;
  }
  constexpr bool operator==(const ModSet&) const = default;

 private:
  static constexpr size_t word(Mod m) { return static_cast<size_t>(m) / 64; }
  static constexpr uint64_t bit(Mod m) { return uint64_t{1} << (static_cast<size_t>(m) % 64); }
  std::array<uint64_t, 3> words_{};
};

std::optional<Opcode> find_opcode(std::string_view name);
std::string_view name_of(Opcode op);
/// Modifiers whose meaning depends on the opcode (`.lo` of mul and of setp) are resolved by it.
std::optional<Mod> find_modifier(std::string_view name, Opcode op);
std::string_view name_of(Mod mod);

}  // namespace heddle
