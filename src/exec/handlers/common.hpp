// Shared by the families of regular handlers: mappings from PTX types to C++ types and from
// modifiers to the enumerations of isa/, and wrappers around handlers.
#pragma once

#include "exec/map.hpp"
#include "exec/select.hpp"
#include "isa/rounding.hpp"

namespace heddle {

// Op::detail of a handler that rounds: the mode in the low bits, flags above.
inline constexpr uint16_t kRoundingMask = 7;

inline isa::Rounding rounding_of(const Op& op) {
  return static_cast<isa::Rounding>(op.detail & kRoundingMask);
}

inline isa::Rounding rounding_of(const Instruction& i) {
  using isa::Rounding;
  if (i.has(Mod::Rz) || i.has(Mod::Rzi)) return Rounding::Zero;
  if (i.has(Mod::Rm) || i.has(Mod::Rmi)) return Rounding::Down;
  if (i.has(Mod::Rp) || i.has(Mod::Rpi)) return Rounding::Up;
  if (i.has(Mod::Rna)) return Rounding::NearestAway;
  return Rounding::Nearest;
}

/// Runs the handler in the rounding mode given by Op::detail.
template <Handler Nearest>
void directed(const Op& op, Lanes& lanes, uint32_t mask) {
  isa::RoundingScope scope(rounding_of(op));
  Nearest(op, lanes, mask);
}

/// Rounding to nearest needs no scope.
template <Handler Nearest>
Selection rounded(const Instruction& i) {
  const isa::Rounding mode = rounding_of(i);
  if (mode == isa::Rounding::Nearest) return {Nearest};
  if (mode == isa::Rounding::NearestAway) return {};
  return {directed<Nearest>, static_cast<uint16_t>(mode)};
}

/// Calls `f.operator()<T>()` with the C++ type of an integer type; no selection for other types.
template <class F>
Selection for_integer(Type type, F f) {
  switch (type) {
    case Type::U16: return f.template operator()<uint16_t>();
    case Type::S16: return f.template operator()<int16_t>();
    case Type::U32: return f.template operator()<uint32_t>();
    case Type::S32: return f.template operator()<int32_t>();
    case Type::U64: return f.template operator()<uint64_t>();
    case Type::S64: return f.template operator()<int64_t>();
    default: return {};
  }
}

/// The same for operations that ignore the sign: one handler per width.
template <class F>
Selection for_width(Type type, F f) {
  if (type == Type::None || type == Type::Pred) return {};
  switch (ptx::size_of(type)) {
    case 2: return f.template operator()<uint16_t>();
    case 4: return f.template operator()<uint32_t>();
    case 8: return f.template operator()<uint64_t>();
    default: return {};
  }
}

inline bool is_integer(Type type) {
  return for_integer(type, []<class T>() { return Selection{nullptr, 1}; }).detail != 0;
}

}  // namespace heddle
