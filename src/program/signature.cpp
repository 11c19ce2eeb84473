#include "program/signature.hpp"

#include <array>

namespace heddle {

namespace {

// clang-format off
constexpr ModSet kRound{Mod::Rn, Mod::Rz, Mod::Rm, Mod::Rp};
constexpr ModSet kRoundInt{Mod::Rni, Mod::Rzi, Mod::Rmi, Mod::Rpi};
constexpr ModSet kArith = kRound | ModSet{Mod::Ftz, Mod::Sat, Mod::Cc};
constexpr ModSet kHalves{Mod::Lo, Mod::Hi, Mod::Wide};
constexpr ModSet kApprox{Mod::Approx, Mod::Ftz};
constexpr ModSet kCompare{Mod::Eq, Mod::Ne, Mod::Lt, Mod::Le, Mod::Gt, Mod::Ge, Mod::LoU, Mod::Ls, Mod::HiU, Mod::Hs,
                          Mod::Equ, Mod::Neu, Mod::Ltu, Mod::Leu, Mod::Gtu, Mod::Geu, Mod::Num, Mod::Nan,
                          Mod::And, Mod::Or, Mod::Xor, Mod::Ftz};
constexpr ModSet kSpaces{Mod::Global, Mod::Shared, Mod::SharedCta, Mod::SharedCluster, Mod::Const, Mod::Local, Mod::Param,
                         Mod::ParamEntry, Mod::ParamFunc};
constexpr ModSet kOrder{Mod::Weak, Mod::Volatile, Mod::Relaxed, Mod::Acquire, Mod::Release, Mod::AcqRel, Mod::Sc, Mod::Mmio,
                        Mod::Cta, Mod::Cluster, Mod::Gpu, Mod::Sys};
constexpr ModSet kCache{Mod::Ca, Mod::Cg, Mod::Cs, Mod::Lu, Mod::Cv, Mod::Wb, Mod::Wt, Mod::Nc, Mod::L1EvictNormal,
                        Mod::L1EvictUnchanged, Mod::L1EvictFirst, Mod::L1EvictLast, Mod::L1NoAllocate, Mod::L2EvictNormal,
                        Mod::L2EvictFirst, Mod::L2EvictLast, Mod::L2CacheHint, Mod::L2_64B, Mod::L2_128B, Mod::L2_256B};
constexpr ModSet kVector{Mod::V2, Mod::V4, Mod::V8};
constexpr ModSet kMemory = kSpaces | kOrder | kCache | kVector;
constexpr ModSet kAtomic = kSpaces | kVector |
    ModSet{Mod::Relaxed, Mod::Acquire, Mod::Release, Mod::AcqRel, Mod::Cta, Mod::Cluster, Mod::Gpu, Mod::Sys, Mod::L2CacheHint,
           Mod::Add, Mod::Inc, Mod::Dec, Mod::Min, Mod::Max, Mod::Exch, Mod::Cas, Mod::And, Mod::Or, Mod::Xor, Mod::NoFtz};
constexpr ModSet kMinMax{Mod::Ftz, Mod::NaN, Mod::XorSign, Mod::Abs, Mod::Relu};
constexpr ModSet kBar{Mod::Sync, Mod::Arrive, Mod::Red, Mod::Popc, Mod::And, Mod::Or, Mod::Aligned, Mod::Cta, Mod::Warp, Mod::Cluster,
                        Mod::Wait, Mod::Acquire, Mod::Release, Mod::Relaxed};
constexpr ModSet kFence = kOrder | ModSet{Mod::Gl, Mod::Proxy, Mod::ProxyAlias, Mod::ProxyAsync, Mod::Tensormap, Mod::MbarrierInit} | kSpaces;

using enum Opcode;
constexpr auto kSupported = std::to_array<Signature>({
  // op, -, destinations, sources from–to, types, modifiers
  {Add, true, 1, 2, 2, 1, kArith}, {Sub, true, 1, 2, 2, 1, kArith},
  {Mul, true, 1, 2, 2, 1, kArith | kHalves}, {Mad, true, 1, 3, 3, 1, kArith | kHalves},
  {Mul24, true, 1, 2, 2, 1, kHalves}, {Mad24, true, 1, 3, 3, 1, kHalves | ModSet{Mod::Sat}},
  {Sad, true, 1, 3, 3, 1, {}}, {Div, true, 1, 2, 2, 1, kRound | kApprox | ModSet{Mod::Full}},
  {Rem, true, 1, 2, 2, 1, {}}, {Abs, true, 1, 1, 1, 1, {Mod::Ftz}}, {Neg, true, 1, 1, 1, 1, {Mod::Ftz}},
  {Min, true, 1, 2, 3, 1, kMinMax}, {Max, true, 1, 2, 3, 1, kMinMax},
  {Popc, true, 1, 1, 1, 1, {}}, {Clz, true, 1, 1, 1, 1, {}}, {Bfind, true, 1, 1, 1, 1, {Mod::ShiftAmt}},
  {Fns, true, 1, 3, 3, 1, {}}, {Brev, true, 1, 1, 1, 1, {}}, {Bfe, true, 1, 3, 3, 1, {}}, {Bfi, true, 1, 4, 4, 1, {}},
  {Szext, true, 1, 2, 2, 1, {Mod::Clamp, Mod::Wrap}}, {Bmsk, true, 1, 2, 2, 1, {Mod::Clamp, Mod::Wrap}},
  {Dp4a, true, 1, 3, 3, 2, {}}, {Dp2a, true, 1, 3, 3, 2, kHalves},
  {Vabsdiff2, true, 1, 3, 3, 3, {Mod::Add}}, {Vabsdiff4, true, 1, 3, 3, 3, {Mod::Add}},
  {Addc, true, 1, 2, 2, 1, {Mod::Cc}}, {Subc, true, 1, 2, 2, 1, {Mod::Cc}}, {Madc, true, 1, 3, 3, 1, kHalves | ModSet{Mod::Cc}},
  {Fma, true, 1, 3, 3, 1, kArith | ModSet{Mod::Relu, Mod::Oob}},
  {Rcp, true, 1, 1, 1, 1, kRound | kApprox}, {Sqrt, true, 1, 1, 1, 1, kRound | kApprox},
  {Rsqrt, true, 1, 1, 1, 1, kApprox}, {Sin, true, 1, 1, 1, 1, kApprox}, {Cos, true, 1, 1, 1, 1, kApprox},
  {Lg2, true, 1, 1, 1, 1, kApprox}, {Ex2, true, 1, 1, 1, 1, kApprox}, {Tanh, true, 1, 1, 1, 1, kApprox},
  {Testp, true, 1, 1, 1, 1, {Mod::Finite, Mod::Infinite, Mod::Number, Mod::NotANumber, Mod::Normal, Mod::Subnormal}},
  {Copysign, true, 1, 2, 2, 1, {}},
  {Set, true, 1, 2, 3, 2, kCompare}, {Setp, true, 2, 2, 3, 1, kCompare}, {Selp, true, 1, 3, 3, 1, {}},
  {Slct, true, 1, 3, 3, 2, {Mod::Ftz}}, {And, true, 1, 2, 2, 1, {}}, {Or, true, 1, 2, 2, 1, {}}, {Xor, true, 1, 2, 2, 1, {}},
  {Not, true, 1, 1, 1, 1, {}}, {Cnot, true, 1, 1, 1, 1, {}}, {Lop3, true, 2, 4, 5, 1, {Mod::And, Mod::Or}},
  {Shf, true, 1, 3, 3, 1, {Mod::Left, Mod::Right, Mod::Clamp, Mod::Wrap}}, {Shl, true, 1, 2, 2, 1, {}}, {Shr, true, 1, 2, 2, 1, {}},
  {Mov, true, 1, 1, 1, 1, kVector},
  {Prmt, true, 1, 3, 3, 1, {Mod::F4e, Mod::B4e, Mod::Rc8, Mod::Ecl, Mod::Ecr, Mod::Rc16}},
  {Cvt, true, 1, 1, 2, 2, kRound | kRoundInt | ModSet{Mod::Rna, Mod::Ftz, Mod::Sat, Mod::Satfinite, Mod::Relu}},
  {CvtPack, true, 1, 2, 3, 2, {Mod::Sat}},
  {Cvta, true, 1, 1, 1, 1, kSpaces | ModSet{Mod::To}}, {Isspacep, true, 1, 1, 1, 0, kSpaces},
  {Shfl, true, 2, 3, 4, 1, {Mod::Sync, Mod::Up, Mod::Down, Mod::Bfly, Mod::Idx}},
  {Vote, true, 1, 1, 2, 1, {Mod::Sync, Mod::All, Mod::Any, Mod::Uni, Mod::Ballot}},
  {Match, true, 2, 2, 2, 1, {Mod::Sync, Mod::Any, Mod::All}}, {Activemask, true, 1, 0, 0, 1, {}},
  {Redux, true, 1, 2, 2, 1, {Mod::Sync, Mod::Add, Mod::Min, Mod::Max, Mod::And, Mod::Or, Mod::Xor, Mod::Abs, Mod::NaN}},
  {Elect, true, 2, 1, 1, 0, {Mod::Sync}},
  {Ld, true, 1, 1, 2, 1, kMemory | ModSet{Mod::Unified}}, {Ldu, true, 1, 1, 2, 1, kMemory}, {St, true, 0, 2, 3, 1, kMemory},
  {Atom, true, 1, 2, 4, 1, kAtomic}, {Red, true, 0, 2, 3, 1, kAtomic},
  {Prefetch, true, 0, 1, 1, 0, {Mod::Global, Mod::Local, Mod::L1, Mod::L2, Mod::L2EvictLast, Mod::L2EvictNormal, Mod::Const, Mod::Param, Mod::TensormapObject}},
  {Prefetchu, true, 0, 1, 1, 0, {Mod::L1}},
  {Membar, true, 0, 0, 0, 0, kFence}, {Fence, true, 0, 0, 2, 0, kFence},
  {Alloca, true, 1, 1, 2, 1, {}}, {Stacksave, true, 1, 0, 0, 1, {}}, {Stackrestore, true, 0, 1, 1, 1, {}},
  {Discard, true, 0, 2, 2, 0, {Mod::Global, Mod::L2}},
  {ApplyPriority, true, 0, 2, 2, 0, {Mod::Global, Mod::L2EvictNormal}},
  {Bar, true, 0, 0, 4, 1, kBar}, {Barrier, true, 0, 0, 4, 1, kBar}, {Nanosleep, true, 0, 1, 1, 1, {}},
  {Bra, true, 0, 1, 1, 0, {Mod::Uni}}, {Brx, true, 0, 2, 2, 0, {Mod::Uni, Mod::Idx}}, {Call, true, 0, 1, 4, 0, {Mod::Uni}},
  {Ret, true, 0, 0, 0, 0, {Mod::Uni}}, {Exit, true, 0, 0, 0, 0, {}}, {Trap, true, 0, 0, 0, 0, {}}, {Brkpt, true, 0, 0, 0, 0, {}},
  {Pmevent, true, 0, 1, 1, 0, {Mod::Mask}},
});
// clang-format on

constexpr auto by_opcode() {
  std::array<Signature, static_cast<size_t>(Opcode::Count)> table{};
  for (size_t i = 0; i < table.size(); i++) table[i].op = static_cast<Opcode>(i);
  for (const Signature& s : kSupported) table[static_cast<size_t>(s.op)] = s;
  return table;
}
constexpr auto kSignatures = by_opcode();

}  // namespace

const Signature& signature_of(Opcode op) { return kSignatures[static_cast<size_t>(op)]; }

bool takes_wider_registers(Opcode op) {
  return op == Opcode::Ld || op == Opcode::Ldu || op == Opcode::St || op == Opcode::Cvt;
}

Type widened(Type type) {
  switch (type) {
    case Type::U8: return Type::U16;
    case Type::S8: return Type::S16;
    case Type::U16: return Type::U32;
    case Type::S16: return Type::S32;
    case Type::U32: return Type::U64;
    case Type::S32: return Type::S64;
    default: return type;
  }
}

Type destination_type(const Instruction& i, uint32_t index) {
  switch (i.op) {
    case Opcode::Mul:
    case Opcode::Mad: return i.has(Mod::Wide) ? widened(i.type) : index == 1 ? Type::Pred : i.type;
    case Opcode::Add:
    case Opcode::Sub:
    case Opcode::Addc:
    case Opcode::Subc:
    case Opcode::Madc:
    case Opcode::Shfl:
    case Opcode::Lop3:
    case Opcode::Match: return index == 1 ? Type::Pred : i.op == Opcode::Match ? Type::B32 : i.type;
    case Opcode::Popc:
    case Opcode::Clz:
    case Opcode::Bfind:
    case Opcode::Fns: return Type::B32;
    case Opcode::Elect: return index == 1 ? Type::Pred : Type::B32;
    case Opcode::Setp:
    case Opcode::Testp:
    case Opcode::Isspacep: return Type::Pred;
    case Opcode::Vote: return i.has(Mod::Ballot) ? Type::B32 : Type::Pred;
    case Opcode::CvtPack:
    case Opcode::Dp4a:
    case Opcode::Dp2a: return Type::B32;
    case Opcode::Bar:
    case Opcode::Barrier: return i.has(Mod::Popc) ? Type::B32 : Type::Pred;
    default: return i.type;
  }
}

Type source_type(const Instruction& i, uint32_t index) {
  switch (i.op) {
    case Opcode::Mad: return i.has(Mod::Wide) && index == 2 ? widened(i.type) : i.type;
    case Opcode::Addc:
    case Opcode::Subc: return index == 2 ? Type::Pred : i.type;
    case Opcode::Madc: return index == 3 ? Type::Pred : i.type;
    case Opcode::Fns: return Type::B32;
    case Opcode::Bfe: return index == 0 ? i.type : Type::U32;
    case Opcode::Bfi: return index < 2 ? i.type : Type::U32;
    case Opcode::Szext: return index == 0 ? i.type : Type::U32;
    case Opcode::Bmsk: return Type::U32;
    case Opcode::Dp4a:
    case Opcode::Dp2a: return index == 0 ? i.type : index == 1 ? i.type2 : Type::B32;
    case Opcode::Vabsdiff2:
    case Opcode::Vabsdiff4: return index == 0 ? i.type2 : index == 1 ? i.type3 : i.type;
    case Opcode::Set: return index == 2 ? Type::Pred : i.type2;
    case Opcode::Setp: return index == 2 ? Type::Pred : i.type;
    case Opcode::Selp: return index == 2 ? Type::Pred : i.type;
    case Opcode::Slct: return index == 2 ? i.type2 : i.type;
    case Opcode::Shl:
    case Opcode::Shr: return index == 1 ? Type::U32 : i.type;
    case Opcode::Shf: return Type::B32;
    case Opcode::Lop3: return index == 4 ? Type::Pred : Type::B32;
    case Opcode::CvtPack: return Type::B32;
    case Opcode::Prmt: return Type::B32;
    case Opcode::Cvt: return i.type2;
    case Opcode::Isspacep: return Type::None;
    case Opcode::Shfl: return Type::B32;
    case Opcode::Vote: return index == 0 ? Type::Pred : Type::B32;
    case Opcode::Match: return index == 0 ? i.type : Type::B32;
    case Opcode::Redux: return index == 0 ? i.type : Type::B32;
    case Opcode::Elect: return Type::B32;
    case Opcode::Bar:
    case Opcode::Barrier: return index == 2 ? Type::Pred : Type::U32;
    case Opcode::Nanosleep: return Type::U32;
    case Opcode::Brx: return Type::U32;
    default: return i.type;
  }
}

}  // namespace heddle
