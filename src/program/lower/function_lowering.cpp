// Scopes, declarations and statements of one function.
#include "program/lower/function_lowering.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

namespace {

uint64_t align_up(uint64_t value, uint64_t align) { return (value + align - 1) / align * align; }

// A frame of local memory shares a 32-bit window with the thread's other memory.
constexpr uint64_t kMaxFrame = uint64_t{1} << 24;

}  // namespace

Reg FunctionLowering::add_register(Type type, std::string_view name, uint32_t number,
                                   bool in_family) {
  fn_.registers.push_back({type, name, number, in_family});
  return Reg{static_cast<uint32_t>(fn_.registers.size() - 1)};
}

Reg FunctionLowering::carry_register() {
  if (carry_ == kNoReg) carry_ = add_register(Type::Pred, "CC.CF");
  return carry_;
}

void FunctionLowering::lower_parameters(const ptx::Function& f) {
  if (!f.is_entry) find_framed_parameters(f);
  for (const ptx::Variable& v : f.results) lower_formal(v, fn_.result_registers);
  if (!f.is_entry) {
    for (const ptx::Variable& v : f.parameters) lower_formal(v, fn_.parameter_registers);
    return;
  }
  uint64_t place = 0;
  for (const ptx::Variable& v : f.parameters) {
    Variable p{.name = v.name, .space = Space::Param, .type = v.type};
    p.align = natural_align(v);
    p.size = v.byte_size();
    p.place = place = align_up(place, p.align);
    p.offset = v.span.offset;
    place += p.size;
    if (place > 32764) {
      error(v.span, "the parameters of a kernel may not exceed 32764 bytes");
      return;
    }
    auto index = static_cast<uint32_t>(fn_.variables.size());
    if (!symbols_.declare(v.name, {Symbol::Kind::FunctionVariable, false, index, 1}))
      error(v.span, fmt::format("parameter '{}' is declared twice", v.name));
    fn_.variables.push_back(p);
    fn_.parameters.push_back(index);
  }
  fn_.param_bytes = static_cast<uint32_t>(place);
}

void FunctionLowering::lower_formal(const ptx::Variable& v, std::vector<Reg>& registers) {
  if (v.type == Type::Pred) {
    error(v.span, "a predicate cannot be passed to a function");
    return;
  }
  if (is_framed(v)) {
    declare_framed(v, registers);
    return;
  }
  auto first = static_cast<uint32_t>(fn_.registers.size());
  declare(v);
  for (uint32_t r = first; r < fn_.registers.size(); r++) registers.push_back(Reg{r});
}

void FunctionLowering::collect_labels(const ptx::Function& f) {
  std::vector<uint32_t> open{0};
  scope_parents_ = {0};
  labels_.reserve(static_cast<size_t>(
      std::ranges::count(f.body, ptx::Statement::Kind::Label, &ptx::Statement::kind)));
  uint32_t pc = prologue_;
  for (const ptx::Statement& s : f.body) {
    switch (s.kind) {
      case ptx::Statement::Kind::Instruction:
        pc += ast_.instructions[s.index].opcode == "ret" ? epilogue_ + 1 : 1;
        break;
      case ptx::Statement::Kind::ScopeBegin:
        scope_parents_.push_back(open.back());
        open.push_back(static_cast<uint32_t>(scope_parents_.size() - 1));
        break;
      case ptx::Statement::Kind::ScopeEnd: open.pop_back(); break;
      case ptx::Statement::Kind::Label:
        if (!labels_.add(open.back(), s.name, Pc{pc}))
          error(s.span, fmt::format("label '{}' is defined twice", s.name));
        break;
      default: break;
    }
  }
}

std::optional<Pc> FunctionLowering::find_label(std::string_view name) const {
  for (uint32_t scope = scope_;; scope = scope_parents_[scope]) {
    if (auto at = labels_.find(scope, name)) return at;
    if (scope == 0) return std::nullopt;
  }
}

void FunctionLowering::lower_body(const ptx::Function& f) {
  collect_labels(f);
  copy_framed(false, {});
  std::vector<uint32_t> open{0};
  for (const ptx::Statement& s : f.body) {
    interrupt_.check();
    if (diagnostics_.full()) return;
    switch (s.kind) {
      case ptx::Statement::Kind::ScopeBegin:
        symbols_.open_scope();
        scope_ = ++next_scope_;
        open.push_back(scope_);
        break;
      case ptx::Statement::Kind::ScopeEnd:
        symbols_.close_scope();
        open.pop_back();
        scope_ = open.back();
        break;
      default: lower_statement(s); break;
    }
  }
  // Falling off the end returns; making it explicit keeps every later stage free of the case.
  Flow last = fn_.code.empty() ? Flow::Next : fn_.code.back().flow;
  bool ends = last != Flow::Next && last != Flow::Call && !fn_.code.back().guarded();
  const bool target_at_end = labels_.any_at(Pc{static_cast<uint32_t>(fn_.code.size())});
  if (!ends || target_at_end) {
    Instruction ret;
    ret.op = Opcode::Ret;
    ret.flow = Flow::Return;
    ret.offset = fn_.code.empty() ? fn_.offset : fn_.code.back().offset;
    copy_framed(true, ret);
    ret.first_operand = static_cast<uint32_t>(fn_.operands.size());
    fn_.code.push_back(ret);
  }
}

void FunctionLowering::lower_statement(const ptx::Statement& s) {
  switch (s.kind) {
    case ptx::Statement::Kind::Instruction: lower_instruction(ast_.instructions[s.index]); break;
    case ptx::Statement::Kind::Declaration: declare(ast_.variables[s.index]); break;
    case ptx::Statement::Kind::BranchTargets:
    case ptx::Statement::Kind::CallTargets: declare_table(s); break;
    case ptx::Statement::Kind::Prototype: declare_prototype(s); break;
    default: break;
  }
}

void FunctionLowering::declare(const ptx::Variable& v) {
  if (v.space == Space::Reg)
    declare_registers(v);
  else
    declare_variable(v);
}

void FunctionLowering::declare_registers(const ptx::Variable& v) {
  constexpr uint32_t kMaxRegisters = 1u << 22;  // of all functions: a few words may name millions
  const uint64_t count = uint64_t{std::max(v.family, 1u)} * v.vector;
  if (module_.register_count + count > kMaxRegisters) {
    error(v.span, fmt::format("more than {} registers in one module", kMaxRegisters));
    return;
  }
  module_.register_count += count;
  if (v.type == Type::None || (ptx::size_of(v.type) == 0 && v.type != Type::Pred)) {
    error(v.span, fmt::format("a register cannot be of type .{}", ptx::name_of(v.type)));
    return;
  }
  auto first = static_cast<uint32_t>(fn_.registers.size());
  for (uint32_t n = 0; n < count; n++) add_register(v.type, v.name, n / v.vector, v.family > 0);
  const auto kind = v.vector > 1 ? Symbol::Kind::VectorRegister : Symbol::Kind::Registers;
  if (!symbols_.declare(v.name, {kind, v.family > 0, first, v.family, v.vector}))
    error(v.span, fmt::format("'{}' is declared twice", v.name));
}

std::optional<uint64_t> FunctionLowering::take_frame(const ptx::Variable& v, uint64_t size,
                                                     uint64_t align) {
  uint64_t place = align_up(fn_.frame_bytes, align);
  if (place + size > kMaxFrame) {
    error(v.span, "local memory of one function may not exceed 16 MiB");
    return std::nullopt;
  }
  fn_.frame_bytes = static_cast<uint32_t>(place + size);
  return place;
}

Reg FunctionLowering::add_words(const ptx::Variable& v, uint32_t count) {
  Reg first{static_cast<uint32_t>(fn_.registers.size())};
  for (uint32_t n = 0; n < count; n++) add_register(Type::B32, v.name, n);
  return first;
}

void FunctionLowering::declare_variable(const ptx::Variable& v) {
  if (v.space != Space::Local && v.space != Space::Param) {
    declare_module_variable(ast_, v, module_, symbols_, diagnostics_);
    lower_initialisers(ast_, v, module_, module_.variables.back(), symbols_, diagnostics_);
    return;
  }
  Variable out{.name = v.name, .space = v.space, .linkage = v.linkage, .type = v.type};
  out.align = natural_align(v);
  out.size = v.byte_size();
  out.offset = v.span.offset;
  Symbol symbol{Symbol::Kind::FunctionVariable, false, static_cast<uint32_t>(fn_.variables.size()),
                1};
  if (v.space == Space::Local) {
    auto place = take_frame(v, out.size, out.align);
    if (!place) return;
    out.place = *place;
  } else {
    if (out.size > 32764) {
      error(v.span, "a parameter may not exceed 32764 bytes");
      return;
    }
    out.word_count = static_cast<uint32_t>((out.size + 3) / 4);
    out.first_word = add_words(v, out.word_count);
  }
  fn_.variables.push_back(out);
  if (!symbols_.declare(v.name, symbol))
    error(v.span, fmt::format("'{}' is declared twice", v.name));
}

void FunctionLowering::declare_table(const ptx::Statement& s) {
  BranchTable table;
  for (const ptx::Operand& name : operands(s.names)) {
    if (s.kind == ptx::Statement::Kind::BranchTargets) {
      if (auto pc = find_label(name.name))
        table.targets.push_back(*pc);
      else
        error(name.span, fmt::format("there is no label '{}' here", name.name));
    } else {
      Symbol f = symbols_.find(name.name);
      if (f.kind == Symbol::Kind::Function)
        table.functions.push_back(f.index);
      else
        error(name.span, fmt::format("there is no function '{}'", name.name));
    }
  }
  Symbol symbol{Symbol::Kind::Table, false, static_cast<uint32_t>(fn_.tables.size()), 1};
  fn_.tables.push_back(std::move(table));
  if (!symbols_.declare(s.name, symbol))
    error(s.span, fmt::format("'{}' is declared twice", s.name));
}

void FunctionLowering::declare_prototype(const ptx::Statement& s) {
  const ptx::Prototype& p = ast_.prototypes[s.index];
  Symbol symbol{Symbol::Kind::Prototype, false, static_cast<uint32_t>(fn_.prototypes.size()), 1};
  fn_.prototypes.push_back(make_signature(p.results, p.parameters));
  if (!symbols_.declare(s.name, symbol))
    error(s.span, fmt::format("'{}' is declared twice", s.name));
}

}  // namespace heddle
