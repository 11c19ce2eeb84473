// Operands: names to registers, variables and special registers; literals to bits of a type.
#include <fmt/format.h>

#include <array>
#include <bit>
#include <charconv>
#include <cmath>

#include "program/lower/function_lowering.hpp"

namespace heddle {

namespace {

struct SpecialName {
  std::string_view name, member;
  Special special;
};

// clang-format off
constexpr auto kSpecials = std::to_array<SpecialName>({
  {"%tid", "x", Special::TidX}, {"%tid", "y", Special::TidY}, {"%tid", "z", Special::TidZ},
  {"%ntid", "x", Special::NtidX}, {"%ntid", "y", Special::NtidY}, {"%ntid", "z", Special::NtidZ},
  {"%ctaid", "x", Special::CtaidX}, {"%ctaid", "y", Special::CtaidY}, {"%ctaid", "z", Special::CtaidZ},
  {"%nctaid", "x", Special::NctaidX}, {"%nctaid", "y", Special::NctaidY}, {"%nctaid", "z", Special::NctaidZ},
  {"%laneid", "", Special::LaneId}, {"%warpid", "", Special::WarpId}, {"%nwarpid", "", Special::NwarpId},
  {"%smid", "", Special::SmId}, {"%nsmid", "", Special::NsmId}, {"%gridid", "", Special::GridId},
  {"%lanemask_eq", "", Special::LanemaskEq}, {"%lanemask_le", "", Special::LanemaskLe},
  {"%lanemask_lt", "", Special::LanemaskLt}, {"%lanemask_ge", "", Special::LanemaskGe},
  {"%lanemask_gt", "", Special::LanemaskGt}, {"%clock", "", Special::Clock}, {"%clock_hi", "", Special::ClockHi},
  {"%clock64", "", Special::Clock64}, {"%globaltimer", "", Special::GlobalTimer},
  {"%globaltimer_lo", "", Special::GlobalTimerLo}, {"%globaltimer_hi", "", Special::GlobalTimerHi},
  {"%dynamic_smem_size", "", Special::DynamicSmemSize}, {"%total_smem_size", "", Special::TotalSmemSize},
  {"%aggr_smem_size", "", Special::TotalSmemSize},
  // Where compilers expect the driver to pass the workspace of grid-wide barriers.
  {"%envreg1", "", Special::WorkspaceHigh}, {"%envreg2", "", Special::WorkspaceLow},
  // Each block is a cluster of its own.
  {"%clusterid", "x", Special::CtaidX}, {"%clusterid", "y", Special::CtaidY}, {"%clusterid", "z", Special::CtaidZ},
  {"%nclusterid", "x", Special::NctaidX}, {"%nclusterid", "y", Special::NctaidY}, {"%nclusterid", "z", Special::NctaidZ},
});

struct ConstantName {
  std::string_view name, member;
  int64_t value;
};

constexpr auto kConstants = std::to_array<ConstantName>({
  {"%tid", "w", 0}, {"%ntid", "w", 0}, {"%ctaid", "w", 0}, {"%nctaid", "w", 0},
  {"%clusterid", "w", 0}, {"%nclusterid", "w", 0}, {"%cluster_ctaid", "w", 0}, {"%cluster_nctaid", "w", 0},
  {"%cluster_ctaid", "x", 0}, {"%cluster_ctaid", "y", 0}, {"%cluster_ctaid", "z", 0},
  {"%cluster_nctaid", "x", 1}, {"%cluster_nctaid", "y", 1}, {"%cluster_nctaid", "z", 1},
  {"%cluster_ctarank", "", 0}, {"%cluster_nctarank", "", 1}, {"%is_explicit_cluster", "", 0},
  {"%reserved_smem_offset_begin", "", 0}, {"%reserved_smem_offset_end", "", 0}, {"%reserved_smem_offset_cap", "", 0},
  {"%reserved_smem_offset_0", "", 0}, {"%reserved_smem_offset_1", "", 0}, {"%current_graph_exec", "", 0},
});
// clang-format on

uint32_t float_bits(double value) { return std::bit_cast<uint32_t>(static_cast<float>(value)); }

bool same_kind(Type reg, Type want) {
  auto untyped = [](Type t) { return t >= Type::B8 && t <= Type::B128; };
  return ptx::is_float(reg) == ptx::is_float(want) || untyped(reg) || untyped(want);
}

/// Other %envreg3, %pm3 and %pm3_64: set by a driver or a profiler, and never by heddle.
bool reads_as_zero(std::string_view name) {
  auto numbered = [&](std::string_view prefix, std::string_view suffix, unsigned count) {
    if (!name.starts_with(prefix) || !name.ends_with(suffix)) return false;
    if (name.size() <= prefix.size() + suffix.size()) return false;
    std::string_view digits = name.substr(prefix.size());
    digits.remove_suffix(suffix.size());
    unsigned number = 0;
    auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    return failed == std::errc() && end == digits.data() + digits.size() && number < count;
  };
  return numbered("%envreg", "", 32) || numbered("%pm", "", 8) || numbered("%pm", "_64", 8);
}

}  // namespace

Symbol FunctionLowering::find_register_symbol(std::string_view name) const {
  auto is_register = [](const Symbol& s) {
    return s.kind == Symbol::Kind::Registers || s.kind == Symbol::Kind::VectorRegister;
  };
  Symbol symbol = symbols_.find(name);
  if (is_register(symbol) && !symbol.is_family) return symbol;
  // %r12: the family %r, number 12.
  size_t digits = name.size();
  while (digits > 0 && name[digits - 1] >= '0' && name[digits - 1] <= '9') digits--;
  if (digits == name.size() || name.size() - digits > 9) return {};
  if (name[digits] == '0' && name.size() - digits > 1) return {};
  Symbol family = symbols_.find(name.substr(0, digits));
  if (!is_register(family) || !family.is_family) return {};
  uint32_t number = 0;
  for (char c : name.substr(digits)) number = number * 10 + static_cast<uint32_t>(c - '0');
  if (number >= family.count) return {};
  return {family.kind, false, family.index + number * family.elements, 1, family.elements};
}

std::optional<Reg> FunctionLowering::find_register(const ptx::Operand& o) const {
  const Symbol symbol = find_register_symbol(o.name);
  if (symbol.kind == Symbol::Kind::Registers && o.member.empty()) return Reg{symbol.index};
  if (symbol.kind != Symbol::Kind::VectorRegister || o.member.size() != 1) return std::nullopt;
  size_t element = std::string_view("xyzw").find(o.member);
  if (element == std::string_view::npos) element = std::string_view("rgba").find(o.member);
  if (element >= symbol.elements) return std::nullopt;
  return Reg{symbol.index + static_cast<uint32_t>(element)};
}

std::optional<Operand> FunctionLowering::resolve_special(const ptx::Operand& o) {
  Operand out{.kind = Operand::Kind::Special};
  for (const SpecialName& s : kSpecials)
    if (s.name == o.name && s.member == o.member) {
      out.index = static_cast<uint32_t>(s.special);
      return out;
    }
  out.kind = Operand::Kind::Immediate;
  for (const ConstantName& c : kConstants)
    if (c.name == o.name && c.member == o.member) {
      out.value = c.value;
      return out;
    }
  if (o.member.empty() && reads_as_zero(o.name)) return out;
  return std::nullopt;
}

std::optional<Operand> FunctionLowering::resolve_name(const ptx::Operand& o, Type type) {
  if (auto reg = find_register(o)) {
    check_register(*reg, type, o.span);
    Operand out{.kind = Operand::Kind::Register, .negated = o.negated, .index = reg->value()};
    out.value = o.offset;
    return out;
  }
  if (o.name.starts_with('%')) {
    if (auto special = resolve_special(o)) return special;
  }
  Symbol symbol = symbols_.find(o.name);
  Operand out{.index = symbol.index, .value = o.offset};
  switch (symbol.kind) {
    case Symbol::Kind::FunctionVariable:
      if (fn_.variables[symbol.index].first_word != kNoReg) {
        error(o.span,
              fmt::format("'{}' passes values to and from calls and has no address; copy it "
                          "to a .local variable",
                          text(o.span)));
        return std::nullopt;
      }
      out.kind = Operand::Kind::Variable;
      return out;
    case Symbol::Kind::ModuleVariable:
      out.kind = Operand::Kind::Variable;
      out.in_module = true;
      return out;
    case Symbol::Kind::Function:
      out.kind = Operand::Kind::Function;
      module_.functions[symbol.index].address_taken = true;
      return out;
    default: break;
  }
  if (o.name.starts_with('%'))
    error(o.span, fmt::format("there is no register '{}' here", text(o.span)));
  else
    error(o.span, fmt::format("'{}' is not declared", text(o.span)));
  return std::nullopt;
}

std::optional<Operand> FunctionLowering::resolve_immediate(const ptx::Operand& o, Type type) {
  Operand out{.kind = Operand::Kind::Immediate};
  bool wants_float = ptx::is_float(type);
  if (o.kind == ptx::Operand::Kind::Integer) {
    if (wants_float && (type == Type::F32 || type == Type::F64) && o.bits != 0) {
      error(o.span, fmt::format("an integer cannot be an operand of type .{}; write 0f… or 0d… "
                                "with the bits, or a decimal number with a point",
                                ptx::name_of(type)));
      return std::nullopt;
    }
    out.value = static_cast<int64_t>(o.bits);
    return out;
  }
  double value = o.single ? std::bit_cast<float>(static_cast<uint32_t>(o.bits))
                          : std::bit_cast<double>(o.bits);
  switch (ptx::size_of(type)) {
    case 8:
      out.value =
          static_cast<int64_t>(o.single && wants_float ? std::bit_cast<uint64_t>(value) : o.bits);
      if (type == Type::F64 && o.single) out.value = std::bit_cast<int64_t>(value);
      return out;
    case 4: out.value = o.single ? static_cast<uint32_t>(o.bits) : float_bits(value); return out;
    default:
      error(o.span, fmt::format("a floating-point number cannot be an operand of type .{}",
                                ptx::name_of(type)));
      return std::nullopt;
  }
}

std::optional<Operand> FunctionLowering::resolve(const ptx::Operand& o, Type type) {
  using Kind = ptx::Operand::Kind;
  switch (o.kind) {
    case Kind::Name: return resolve_name(o, type);
    case Kind::Integer:
    case Kind::Float: {
      auto out = resolve_immediate(o, type);
      if (out && type == Type::Pred) out->value = out->value != 0;
      return out;
    }
    case Kind::Sink: return Operand{.kind = Operand::Kind::Sink};
    default:
      error(o.span, fmt::format("expected a register or a number, found '{}'", text(o.span)));
      return std::nullopt;
  }
}

std::optional<Operand> FunctionLowering::resolve_address(const ptx::Operand& o) {
  if (o.kind != ptx::Operand::Kind::Address || o.children.count != 1) {
    error(o.span, fmt::format("expected an address such as [%rd1+8], found '{}'", text(o.span)));
    return std::nullopt;
  }
  const ptx::Operand& base = ast_.operands[o.children.first];
  auto out = resolve(base, Type::None);
  if (!out) return out;
  out->value += o.offset;
  bool fits = out->kind == Operand::Kind::Register || out->kind == Operand::Kind::Variable ||
              out->kind == Operand::Kind::Immediate;
  if (out->kind == Operand::Kind::Register) {
    RegClass cls = fn_.registers[out->index].cls();
    fits = cls == RegClass::Word || cls == RegClass::Double;
  }
  if (fits) return out;
  error(base.span, fmt::format("'{}' cannot be an address", text(base.span)));
  return std::nullopt;
}

void FunctionLowering::check_register(Reg reg, Type type, Span span) {
  if (type == Type::None) return;
  Type have = fn_.registers[reg.value()].type;
  bool fits;
  if (type == Type::Pred || have == Type::Pred)
    fits = type == have;
  else if (current_.op == Opcode::Cvt)
    fits = ptx::size_of(have) >= ptx::size_of(type);
  else if (takes_wider_registers(current_.op))
    fits = ptx::size_of(have) >= ptx::size_of(type) && same_kind(have, type) &&
           !(ptx::is_float(have) && ptx::size_of(have) > ptx::size_of(type));
  else
    fits = ptx::size_of(have) == ptx::size_of(type) && same_kind(have, type);
  if (fits) return;
  error(span, fmt::format("'{}' is a .{} register, but {} needs .{} here", text(span),
                          ptx::name_of(have), name_of(current_.op), ptx::name_of(type)));
}

void FunctionLowering::push(Operand operand, bool destination) {
  fn_.operands.push_back(operand);
  (destination ? current_.destination_count : current_.source_count)++;
}

void FunctionLowering::add_destination(const ptx::Operand& o, Type type) {
  if (o.kind != ptx::Operand::Kind::Name && o.kind != ptx::Operand::Kind::Sink) {
    error(o.span, fmt::format("expected a register to write, found '{}'", text(o.span)));
    return;
  }
  auto out = resolve(o, type);
  if (!out) return;
  if (out->kind != Operand::Kind::Register && out->kind != Operand::Kind::Sink) {
    error(o.span, fmt::format("'{}' cannot be written", text(o.span)));
    return;
  }
  push(*out, true);
}

void FunctionLowering::add_source(const ptx::Operand& o, Type type) {
  auto out = resolve(o, type);
  if (!out) return;
  if (out->kind == Operand::Kind::Sink || (o.negated && type != Type::Pred)) {
    error(o.span, fmt::format("expected a value, found '{}'", text(o.span)));
    return;
  }
  push(*out, false);
}

void FunctionLowering::add_elements(const ptx::Operand& o, Type type, bool destination) {
  auto add = [&](const ptx::Operand& e) {
    destination ? add_destination(e, type) : add_source(e, type);
  };
  if (o.kind == ptx::Operand::Kind::Vector) {
    for (const ptx::Operand& e : operands(o.children)) add(e);
    return;
  }
  const Symbol symbol =
      o.kind == ptx::Operand::Kind::Name ? find_register_symbol(o.name) : Symbol{};
  if (symbol.kind == Symbol::Kind::VectorRegister && o.member.empty()) {
    for (uint32_t n = 0; n < symbol.elements; n++) {
      check_register(Reg{symbol.index + n}, type, o.span);
      push({.kind = Operand::Kind::Register, .index = symbol.index + n}, destination);
    }
    return;
  }
  add(o);
}

void FunctionLowering::add_address(const ptx::Operand& o) {
  if (auto out = resolve_address(o)) push(*out, false);
}

}  // namespace heddle
