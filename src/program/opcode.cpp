#include "program/opcode.hpp"

#include <algorithm>
#include <unordered_map>

namespace heddle {

namespace {

struct NamedOpcode {
  Opcode op;
  std::string_view name;
};

using enum Opcode;
constexpr auto kOpcodes = std::to_array<NamedOpcode>({
    {Add, "add"},
    {Sub, "sub"},
    {Mul, "mul"},
    {Mad, "mad"},
    {Mul24, "mul24"},
    {Mad24, "mad24"},
    {Sad, "sad"},
    {Div, "div"},
    {Rem, "rem"},
    {Abs, "abs"},
    {Neg, "neg"},
    {Min, "min"},
    {Max, "max"},
    {Popc, "popc"},
    {Clz, "clz"},
    {Bfind, "bfind"},
    {Fns, "fns"},
    {Brev, "brev"},
    {Bfe, "bfe"},
    {Bfi, "bfi"},
    {Szext, "szext"},
    {Bmsk, "bmsk"},
    {Dp4a, "dp4a"},
    {Dp2a, "dp2a"},
    {Addc, "addc"},
    {Subc, "subc"},
    {Madc, "madc"},
    {Fma, "fma"},
    {Rcp, "rcp"},
    {Sqrt, "sqrt"},
    {Rsqrt, "rsqrt"},
    {Sin, "sin"},
    {Cos, "cos"},
    {Lg2, "lg2"},
    {Ex2, "ex2"},
    {Tanh, "tanh"},
    {Testp, "testp"},
    {Copysign, "copysign"},
    {Set, "set"},
    {Setp, "setp"},
    {Selp, "selp"},
    {Slct, "slct"},
    {And, "and"},
    {Or, "or"},
    {Xor, "xor"},
    {Not, "not"},
    {Cnot, "cnot"},
    {Lop3, "lop3"},
    {Shf, "shf"},
    {Shl, "shl"},
    {Shr, "shr"},
    {Mov, "mov"},
    {Prmt, "prmt"},
    {Cvt, "cvt"},
    {CvtPack, "cvt.pack"},
    {Cvta, "cvta"},
    {Isspacep, "isspacep"},
    {Shfl, "shfl"},
    {Vote, "vote"},
    {Match, "match"},
    {Activemask, "activemask"},
    {Redux, "redux"},
    {Elect, "elect"},
    {Ld, "ld"},
    {Ldu, "ldu"},
    {St, "st"},
    {Atom, "atom"},
    {Red, "red"},
    {Prefetch, "prefetch"},
    {Prefetchu, "prefetchu"},
    {Membar, "membar"},
    {Fence, "fence"},
    {Alloca, "alloca"},
    {Stacksave, "stacksave"},
    {Stackrestore, "stackrestore"},
    {Mapa, "mapa"},
    {Getctarank, "getctarank"},
    {Istypep, "istypep"},
    {Discard, "discard"},
    {ApplyPriority, "applypriority"},
    {CreatePolicy, "createpolicy"},
    {Bar, "bar"},
    {Barrier, "barrier"},
    {Nanosleep, "nanosleep"},
    {Griddepcontrol, "griddepcontrol"},
    {Bra, "bra"},
    {Brx, "brx"},
    {Call, "call"},
    {Ret, "ret"},
    {Exit, "exit"},
    {Trap, "trap"},
    {Brkpt, "brkpt"},
    {Pmevent, "pmevent"},
    {Tex, "tex"},
    {Tld4, "tld4"},
    {Txq, "txq"},
    {Suld, "suld"},
    {Sust, "sust"},
    {Sured, "sured"},
    {Suq, "suq"},
    {Wmma, "wmma"},
    {Mma, "mma"},
    {Ldmatrix, "ldmatrix"},
    {Stmatrix, "stmatrix"},
    {Movmatrix, "movmatrix"},
    {Wgmma, "wgmma"},
    {Tcgen05, "tcgen05"},
    {Cp, "cp"},
    {Mbarrier, "mbarrier"},
    {Multimem, "multimem"},
    {Setmaxnreg, "setmaxnreg"},
    {Clusterlaunchcontrol, "clusterlaunchcontrol"},
    {Tensormap, "tensormap"},
    {St_async, "st.async"},
    {St_bulk, "st.bulk"},
    {Red_async, "red.async"},
    {Vadd, "vadd"},
    {Vsub, "vsub"},
    {Vabsdiff, "vabsdiff"},
    {Vmin, "vmin"},
    {Vmax, "vmax"},
    {Vshl, "vshl"},
    {Vshr, "vshr"},
    {Vmad, "vmad"},
    {Vset, "vset"},
    {Vadd2, "vadd2"},
    {Vsub2, "vsub2"},
    {Vavrg2, "vavrg2"},
    {Vabsdiff2, "vabsdiff2"},
    {Vmin2, "vmin2"},
    {Vmax2, "vmax2"},
    {Vset2, "vset2"},
    {Vadd4, "vadd4"},
    {Vsub4, "vsub4"},
    {Vavrg4, "vavrg4"},
    {Vabsdiff4, "vabsdiff4"},
    {Vmin4, "vmin4"},
    {Vmax4, "vmax4"},
    {Vset4, "vset4"},
});

struct NamedMod {
  Mod mod;
  std::string_view name;
};

constexpr auto kMods = std::to_array<NamedMod>({
    {Mod::Rn, "rn"},
    {Mod::Rz, "rz"},
    {Mod::Rm, "rm"},
    {Mod::Rp, "rp"},
    {Mod::Rna, "rna"},
    {Mod::Rs, "rs"},
    {Mod::Rni, "rni"},
    {Mod::Rzi, "rzi"},
    {Mod::Rmi, "rmi"},
    {Mod::Rpi, "rpi"},
    {Mod::Ftz, "ftz"},
    {Mod::Sat, "sat"},
    {Mod::Satfinite, "satfinite"},
    {Mod::Relu, "relu"},
    {Mod::Approx, "approx"},
    {Mod::Full, "full"},
    {Mod::Lo, "lo"},
    {Mod::Hi, "hi"},
    {Mod::Wide, "wide"},
    {Mod::Cc, "cc"},
    {Mod::NaN, "NaN"},
    {Mod::XorSign, "xorsign"},
    {Mod::Abs, "abs"},
    {Mod::NoFtz, "noftz"},
    {Mod::Oob, "oob"},
    {Mod::Scaled, "scaled"},
    {Mod::ShiftAmt, "shiftamt"},
    {Mod::Left, "l"},
    {Mod::Right, "r"},
    {Mod::Clamp, "clamp"},
    {Mod::Wrap, "wrap"},
    {Mod::Uni, "uni"},
    {Mod::Eq, "eq"},
    {Mod::Ne, "ne"},
    {Mod::Lt, "lt"},
    {Mod::Le, "le"},
    {Mod::Gt, "gt"},
    {Mod::Ge, "ge"},
    {Mod::LoU, "lo"},
    {Mod::Ls, "ls"},
    {Mod::HiU, "hi"},
    {Mod::Hs, "hs"},
    {Mod::Equ, "equ"},
    {Mod::Neu, "neu"},
    {Mod::Ltu, "ltu"},
    {Mod::Leu, "leu"},
    {Mod::Gtu, "gtu"},
    {Mod::Geu, "geu"},
    {Mod::Num, "num"},
    {Mod::Nan, "nan"},
    {Mod::And, "and"},
    {Mod::Or, "or"},
    {Mod::Xor, "xor"},
    {Mod::Not, "not"},
    {Mod::Finite, "finite"},
    {Mod::Infinite, "infinite"},
    {Mod::Number, "number"},
    {Mod::NotANumber, "notanumber"},
    {Mod::Normal, "normal"},
    {Mod::Subnormal, "subnormal"},
    {Mod::F4e, "f4e"},
    {Mod::B4e, "b4e"},
    {Mod::Rc8, "rc8"},
    {Mod::Ecl, "ecl"},
    {Mod::Ecr, "ecr"},
    {Mod::Rc16, "rc16"},
    {Mod::Global, "global"},
    {Mod::Shared, "shared"},
    {Mod::SharedCta, "shared::cta"},
    {Mod::SharedCluster, "shared::cluster"},
    {Mod::Const, "const"},
    {Mod::Local, "local"},
    {Mod::Param, "param"},
    {Mod::ParamEntry, "param::entry"},
    {Mod::ParamFunc, "param::func"},
    {Mod::To, "to"},
    {Mod::V2, "v2"},
    {Mod::V4, "v4"},
    {Mod::V8, "v8"},
    {Mod::Weak, "weak"},
    {Mod::Volatile, "volatile"},
    {Mod::Relaxed, "relaxed"},
    {Mod::Acquire, "acquire"},
    {Mod::Release, "release"},
    {Mod::AcqRel, "acq_rel"},
    {Mod::Sc, "sc"},
    {Mod::Mmio, "mmio"},
    {Mod::Cta, "cta"},
    {Mod::Cluster, "cluster"},
    {Mod::Gpu, "gpu"},
    {Mod::Sys, "sys"},
    {Mod::Gl, "gl"},
    {Mod::Ca, "ca"},
    {Mod::Cg, "cg"},
    {Mod::Cs, "cs"},
    {Mod::Lu, "lu"},
    {Mod::Cv, "cv"},
    {Mod::Wb, "wb"},
    {Mod::Wt, "wt"},
    {Mod::Nc, "nc"},
    {Mod::L1EvictNormal, "L1::evict_normal"},
    {Mod::L1EvictUnchanged, "L1::evict_unchanged"},
    {Mod::L1EvictFirst, "L1::evict_first"},
    {Mod::L1EvictLast, "L1::evict_last"},
    {Mod::L1NoAllocate, "L1::no_allocate"},
    {Mod::L2EvictNormal, "L2::evict_normal"},
    {Mod::L2EvictFirst, "L2::evict_first"},
    {Mod::L2EvictLast, "L2::evict_last"},
    {Mod::L2CacheHint, "L2::cache_hint"},
    {Mod::L2_64B, "L2::64B"},
    {Mod::L2_128B, "L2::128B"},
    {Mod::L2_256B, "L2::256B"},
    {Mod::L1, "L1"},
    {Mod::L2, "L2"},
    {Mod::Unified, "unified"},
    {Mod::Proxy, "proxy"},
    {Mod::ProxyAlias, "alias"},
    {Mod::ProxyAsync, "async"},
    {Mod::Tensormap, "tensormap::generic"},
    {Mod::Add, "add"},
    {Mod::Inc, "inc"},
    {Mod::Dec, "dec"},
    {Mod::Min, "min"},
    {Mod::Max, "max"},
    {Mod::Exch, "exch"},
    {Mod::Cas, "cas"},
    {Mod::Sync, "sync"},
    {Mod::Up, "up"},
    {Mod::Down, "down"},
    {Mod::Bfly, "bfly"},
    {Mod::Idx, "idx"},
    {Mod::All, "all"},
    {Mod::Any, "any"},
    {Mod::Ballot, "ballot"},
    {Mod::Arrive, "arrive"},
    {Mod::Red, "red"},
    {Mod::Popc, "popc"},
    {Mod::Aligned, "aligned"},
    {Mod::Warp, "warp"},
    {Mod::Wait, "wait"},
    {Mod::MbarrierInit, "mbarrier_init"},
    {Mod::TensormapObject, "tensormap"},
    {Mod::Mask, "mask"},
    {Mod::Other, ""},
});

template <class Table, class Key>
constexpr bool in_enum_order(const Table& table, Key key, size_t count) {
  if (table.size() != count) return false;
  for (size_t i = 0; i < table.size(); i++)
    if (static_cast<size_t>(key(table[i])) != i) return false;
  return true;
}
static_assert(in_enum_order(
    kOpcodes, [](const NamedOpcode& e) { return e.op; }, static_cast<size_t>(Opcode::Count)));
static_assert(in_enum_order(
    kMods, [](const NamedMod& e) { return e.mod; }, static_cast<size_t>(Mod::Count)));
static_assert(static_cast<size_t>(Mod::Count) <= 192);

// Names are looked up once per token of a module: a table sorted at compile time.
template <class Entry, size_t N>
constexpr std::array<Entry, N> sorted_by_name(std::array<Entry, N> table) {
  std::ranges::sort(table, {}, &Entry::name);
  return table;
}
constexpr auto kOpcodesByName = sorted_by_name(kOpcodes);
constexpr auto kModsByName = sorted_by_name(kMods);

template <class Entry, size_t N>
const Entry* find_by_name(const std::array<Entry, N>& table, std::string_view name) {
  auto at = std::ranges::lower_bound(table, name, {}, &Entry::name);
  return at != table.end() && at->name == name ? &*at : nullptr;
}

}  // namespace

std::optional<Opcode> find_opcode(std::string_view name) {
  if (auto* e = find_by_name(kOpcodesByName, name)) return e->op;
  return std::nullopt;
}

std::string_view name_of(Opcode op) { return kOpcodes[static_cast<size_t>(op)].name; }

std::optional<Mod> find_modifier(std::string_view name, Opcode op) {
  // "lo" and "hi" are halves of a product, except as unsigned comparisons.
  if (name == "lo" || name == "hi") {
    bool compares = op == Opcode::Set || op == Opcode::Setp;
    return name == "lo" ? (compares ? Mod::LoU : Mod::Lo) : (compares ? Mod::HiU : Mod::Hi);
  }
  if (name.empty()) return std::nullopt;
  if (auto* e = find_by_name(kModsByName, name)) return e->mod;
  return std::nullopt;
}

std::string_view name_of(Mod mod) { return kMods[static_cast<size_t>(mod)].name; }

}  // namespace heddle
