// Calls: results and arguments become registers on both sides, whichever way the text passes them
// (.param variables filled by st.param, or plain registers).
#include <fmt/format.h>

#include <algorithm>

#include "program/lower/function_lowering.hpp"

namespace heddle {

CallSignature make_signature(std::span<const ptx::Variable> results,
                             std::span<const ptx::Variable> parameters) {
  CallSignature out;
  for (const ptx::Variable& v : results)
    out.result_sizes.push_back(static_cast<uint32_t>(v.byte_size()));
  for (const ptx::Variable& v : parameters)
    out.parameter_sizes.push_back(static_cast<uint32_t>(v.byte_size()));
  return out;
}

std::vector<uint32_t> FunctionLowering::lower_call_list(const ptx::Operand& list, bool results) {
  std::vector<uint32_t> sizes;
  for (const ptx::Operand& o : operands(list.children)) {
    Symbol symbol = o.kind == ptx::Operand::Kind::Name ? symbols_.find(o.name) : Symbol{};
    if (symbol.kind == Symbol::Kind::FunctionVariable) {
      const Variable& v = fn_.variables[symbol.index];
      if (v.first_word == kNoReg) {
        error(o.span, fmt::format("'{}' cannot be passed to a function", text(o.span)));
        continue;
      }
      sizes.push_back(static_cast<uint32_t>(v.size));
      for (uint32_t w = 0; w < v.word_count; w++)
        push({.kind = Operand::Kind::Register, .index = v.first_word.value() + w}, results);
      continue;
    }
    if (results)
      add_destination(o, Type::None);
    else
      add_source(
          o, o.kind == ptx::Operand::Kind::Float ? (o.single ? Type::F32 : Type::F64) : Type::None);
    const Operand last = fn_.operands.empty() ? Operand{} : fn_.operands.back();
    uint32_t size = 0;
    if (last.kind == Operand::Kind::Register) {
      size = ptx::size_of(fn_.registers[last.index].type);
      if (size == 0) error(o.span, "a predicate cannot be passed to a function");
    }
    sizes.push_back(size);
  }
  return sizes;
}

void FunctionLowering::check_call(const ptx::Instruction& i, std::string_view callee,
                                  const CallSignature& expected,
                                  const std::vector<uint32_t>& results,
                                  const std::vector<uint32_t>& arguments) {
  if (std::ranges::find(expected.parameter_sizes, 0u) != expected.parameter_sizes.end()) {
    unsupported(i, "passes any number of arguments, which is not supported");
    return;
  }
  auto check = [&](std::string_view what, const std::vector<uint32_t>& want,
                   const std::vector<uint32_t>& have) {
    if (want.size() != have.size()) {
      error(i.span, fmt::format("'{}' has {} {}{}, the call names {}", callee, want.size(), what,
                                want.size() == 1 ? "" : "s", have.size()));
      return;
    }
    for (size_t n = 0; n < want.size(); n++)
      if (have[n] != 0 && have[n] != want[n])
        error(i.span, fmt::format("{} {} of '{}' has {} bytes, the call's has {}", what, n + 1,
                                  callee, want[n], have[n]));
  };
  check("result", expected.result_sizes, results);
  check("parameter", expected.parameter_sizes, arguments);
}

void FunctionLowering::lower_call(const ptx::Instruction& i) {
  if (!check_count(i, 1, 4)) return;
  auto list = operands(i.operands);
  using Kind = ptx::Operand::Kind;
  size_t at = 0;
  std::vector<uint32_t> results, arguments;
  if (list[at].kind == Kind::List) results = lower_call_list(list[at++], true);
  if (at == list.size() || list[at].kind != Kind::Name) {
    error(i.span, "expected the function to call");
    return;
  }
  const ptx::Operand& callee = list[at++];
  Symbol target = symbols_.find(callee.name);
  bool direct = target.kind == Symbol::Kind::Function;
  if (direct) {
    push({.kind = Operand::Kind::Function, .index = target.index}, false);
    if (std::ranges::find(fn_.callees, target.index) == fn_.callees.end())
      fn_.callees.push_back(target.index);
  } else {
    add_source(callee, Type::U64);
    fn_.has_indirect_call = true;
  }
  if (at < list.size() && list[at].kind == Kind::List)
    arguments = lower_call_list(list[at++], false);
  const CallSignature* expected = direct ? &module_.functions[target.index].signature : nullptr;
  if (at < list.size() && list[at].kind == Kind::Name) {
    Symbol how = symbols_.find(list[at].name);
    if (how.kind == Symbol::Kind::Prototype) {
      expected = &fn_.prototypes[how.index];
      push({.kind = Operand::Kind::Prototype, .index = how.index}, false);
    } else if (how.kind == Symbol::Kind::Table && !fn_.tables[how.index].functions.empty()) {
      expected = &module_.functions[fn_.tables[how.index].functions[0]].signature;
      push({.kind = Operand::Kind::Table, .index = how.index}, false);
    } else {
      error(list[at].span,
            fmt::format("'{}' is neither a .callprototype nor a list of .calltargets",
                        text(list[at].span)));
      return;
    }
  }
  if (!expected) {
    if (failed()) return;
    error(i.span, "an indirect call needs a .callprototype or .calltargets");
    return;
  }
  if (fn_.operands.size() - current_.first_operand > 250) {
    unsupported(i, "passes more than 1000 bytes of parameters, which is not supported");
    return;
  }
  if (!failed()) check_call(i, callee.name, *expected, results, arguments);
}

}  // namespace heddle
