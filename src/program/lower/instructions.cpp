// Instructions: opcode, modifiers, and operands in the fixed order of program/instruction.hpp.
#include <fmt/format.h>

#include "base/nearest.hpp"
#include "program/lower/function_lowering.hpp"

namespace heddle {

namespace {

Space space_of(const ModSet& mods) {
  if (mods.has(Mod::Global)) return Space::Global;
  if (mods.has(Mod::Shared) || mods.has(Mod::SharedCta) || mods.has(Mod::SharedCluster))
    return Space::Shared;
  if (mods.has(Mod::Const)) return Space::Const;
  if (mods.has(Mod::Local)) return Space::Local;
  if (mods.has(Mod::Param) || mods.has(Mod::ParamEntry) || mods.has(Mod::ParamFunc))
    return Space::Param;
  return Space::Generic;
}

Flow flow_of(Opcode op) {
  switch (op) {
    case Opcode::Bra: return Flow::Branch;
    case Opcode::Brx: return Flow::Indexed;
    case Opcode::Call: return Flow::Call;
    case Opcode::Ret: return Flow::Return;
    case Opcode::Exit: return Flow::Exit;
    case Opcode::Trap: return Flow::Trap;
    default: return Flow::Next;
  }
}

// clang-format off
/// An instruction has at most one modifier of each set.
constexpr ModSet kExclusive[] = {
    {Mod::Rn, Mod::Rz, Mod::Rm, Mod::Rp, Mod::Rna, Mod::Rs, Mod::Rni, Mod::Rzi, Mod::Rmi, Mod::Rpi,
     Mod::Approx, Mod::Full},
    {Mod::Lo, Mod::Hi, Mod::Wide}, {Mod::Left, Mod::Right}, {Mod::Clamp, Mod::Wrap},
    {Mod::Eq, Mod::Ne, Mod::Lt, Mod::Le, Mod::Gt, Mod::Ge, Mod::LoU, Mod::Ls, Mod::HiU, Mod::Hs,
     Mod::Equ, Mod::Neu, Mod::Ltu, Mod::Leu, Mod::Gtu, Mod::Geu, Mod::Num, Mod::Nan},
    {Mod::And, Mod::Or, Mod::Xor, Mod::Add, Mod::Inc, Mod::Dec, Mod::Min, Mod::Max, Mod::Exch,
     Mod::Cas, Mod::Popc},
    {Mod::F4e, Mod::B4e, Mod::Rc8, Mod::Ecl, Mod::Ecr, Mod::Rc16},
    {Mod::Global, Mod::Shared, Mod::SharedCta, Mod::SharedCluster, Mod::Const, Mod::Local,
     Mod::Param, Mod::ParamEntry, Mod::ParamFunc},
    {Mod::V2, Mod::V4, Mod::V8},
    {Mod::Weak, Mod::Volatile, Mod::Relaxed, Mod::Acquire, Mod::Release, Mod::AcqRel, Mod::Sc},
    {Mod::Cta, Mod::Cluster, Mod::Gpu, Mod::Sys, Mod::Gl},
    {Mod::Ca, Mod::Cg, Mod::Cs, Mod::Lu, Mod::Cv, Mod::Wb, Mod::Wt},
    {Mod::Up, Mod::Down, Mod::Bfly, Mod::Idx}, {Mod::All, Mod::Any, Mod::Ballot},
};
// clang-format on

}  // namespace

void FunctionLowering::unsupported(const ptx::Instruction& i, const std::string& why) {
  LineColumn at = ast_.source->locate(i.span.offset);
  module_.unsupported.push_back(
      {function_, Pc{static_cast<uint32_t>(fn_.code.size())},
       fmt::format("{}:{}: '{}' {}", ast_.source->name(), at.line, text(i.span), why)});
  current_.destination_count = current_.source_count = 0;
  current_.flow = Flow::Next;
}

void FunctionLowering::lower_instruction(const ptx::Instruction& i) {
  current_ = {};
  reported_ = diagnostics_.all().size();
  current_.first_operand = static_cast<uint32_t>(fn_.operands.size());
  current_.offset = i.span.offset;
  std::string_view first =
      i.modifier_count > 0 ? ast_.modifiers[i.first_modifier] : std::string_view();
  auto op = find_opcode(i.opcode);
  if (op == Opcode::Cvt && first == "pack") op = Opcode::CvtPack;
  if (op == Opcode::St && first == "async") op = Opcode::St_async;
  if (op == Opcode::St && first == "bulk") op = Opcode::St_bulk;
  if (op == Opcode::Red && first == "async") op = Opcode::Red_async;
  if (!op) {
    error(i.span, fmt::format("there is no instruction '{}'{}", i.opcode,
                              suggest(i.opcode, static_cast<size_t>(Opcode::Count),
                                      [](size_t n) { return name_of(static_cast<Opcode>(n)); })));
    return;
  }
  current_.op = *op;
  current_.flow = flow_of(*op);
  const Signature& signature = signature_of(*op);
  if (!i.guard.name.empty()) {
    ptx::Operand guard;
    guard.kind = ptx::Operand::Kind::Name;
    guard.name = i.guard.name;
    guard.span = i.guard.span;
    auto resolved = find_register(guard);
    if (!resolved)
      error(guard.span, fmt::format("there is no predicate '{}' here", guard.name));
    else if (fn_.registers[resolved->value()].type != Type::Pred)
      error(guard.span, fmt::format("the guard '{}' is not a predicate", guard.name));
    else
      current_.guard = *resolved;
    current_.guard_negated = i.guard.negated;
  }
  if (*op == Opcode::Ret) {
    copy_framed(true, current_);
    current_.first_operand = static_cast<uint32_t>(fn_.operands.size());
  }
  if (*op == Opcode::CreatePolicy) {
    lower_policy(i);
  } else if (!signature.supported) {
    unsupported(i, "is not supported");
  } else if (lower_modifiers(i, signature)) {
    check_required_modifiers(i);
    switch (*op) {
      case Opcode::Mov: lower_mov(i); break;
      case Opcode::Ld:
      case Opcode::Ldu:
      case Opcode::St: lower_memory(i); break;
      case Opcode::Atom:
      case Opcode::Red: lower_atomic(i); break;
      case Opcode::Prefetch:
      case Opcode::Prefetchu:
      case Opcode::Discard:
      case Opcode::ApplyPriority: lower_addressed(i); break;
      case Opcode::Bar:
      case Opcode::Barrier: lower_barrier(i); break;
      case Opcode::Bra:
      case Opcode::Brx: lower_branch(i); break;
      case Opcode::Call: lower_call(i); break;
      case Opcode::Fence:
      case Opcode::Membar: break;
      case Opcode::Cvta:
        lower_regular(i, signature);
        // A function's own parameter is in the frame; a pointer is to one of the kernel's.
        if (!fn_.is_entry && current_.space == Space::Param && current_.source_count > 0 &&
            fn_.operands.back().kind == Operand::Kind::Variable)
          current_.space = Space::Local;
        break;
      default: lower_regular(i, signature); break;
    }
  }
  fn_.code.push_back(current_);
}

bool FunctionLowering::lower_modifiers(const ptx::Instruction& i, const Signature& signature) {
  Type* types[] = {&current_.type, &current_.type2, &current_.type3};
  uint32_t type_count = 0;
  const uint32_t first = current_.op == Opcode::CvtPack ? 1 : 0;  // "pack" names the opcode
  for (uint32_t m = first; m < i.modifier_count; m++) {
    std::string_view name = ast_.modifiers[i.first_modifier + m];
    if (auto mod = find_modifier(name, current_.op)) {
      bool allowed = signature.mods.has(*mod);
      current_.mods.insert(*mod);
      if (allowed) continue;
    } else if (auto type = ptx::find_type(name)) {
      const uint32_t most =
          current_.op == Opcode::CvtPack ? 3 : std::max<uint32_t>(1, signature.types);
      if (type_count < most)
        *types[type_count++] = *type;
      else
        type_count++;
      continue;
    }
    if (!find_modifier(name, current_.op) && !name.empty() && name.find(':') == name.npos) {
      error(i.span, fmt::format("'.{}' is not a modifier of '{}'", name, i.opcode));
      return false;
    }
    unsupported(i, fmt::format("has a modifier '.{}' that is not supported", name));
    return false;
  }
  for (const ModSet& set : kExclusive)
    if (const ModSet several = current_.mods & set; several.size() > 1) {
      error(i.span, fmt::format("'{}' has modifiers that exclude each other", text(i.span)));
      return false;
    }
  bool optional_type = current_.op == Opcode::Bar || current_.op == Opcode::Barrier ||
                       current_.op == Opcode::Nanosleep;
  if (type_count < signature.types && !optional_type) {
    error(i.span, type_count == 0
                      ? fmt::format("'{}' needs a type, such as '{}.u32'", text(i.span), i.opcode)
                      : fmt::format("'{}' needs {} types", text(i.span), signature.types));
    return false;
  }
  const bool third = current_.op == Opcode::CvtPack && type_count == 3;
  if (type_count > signature.types && signature.types > 0 && !third) {
    unsupported(i, "has more types than heddle knows for it");
    return false;
  }
  if (current_.has(Mod::V2)) current_.vector = 2;
  if (current_.has(Mod::V4)) current_.vector = 4;
  if (current_.has(Mod::V8)) current_.vector = 8;
  current_.space = space_of(current_.mods);
  return true;
}

bool FunctionLowering::check_count(const ptx::Instruction& i, size_t least, size_t most) {
  if (i.operands.count >= least && i.operands.count <= most) return true;
  std::string wanted =
      least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
  error(i.span, fmt::format("'{}' takes {} operand{}, found {}", text(i.span), wanted,
                            wanted == "1" ? "" : "s", i.operands.count));
  return false;
}

void FunctionLowering::lower_regular(const ptx::Instruction& i, const Signature& signature) {
  bool writes = signature.destinations > 0;
  if (!check_count(i, writes + signature.min_sources, writes + signature.max_sources)) return;
  auto list = operands(i.operands);
  if (writes) {
    const ptx::Operand& d = list[0];
    if (d.kind == ptx::Operand::Kind::Pair && signature.destinations == 2) {
      auto pair = operands(d.children);
      add_destination(pair[0], destination_type(current_, 0));
      add_destination(pair[1], destination_type(current_, 1));
    } else {
      add_destination(d, destination_type(current_, 0));
    }
    list = list.subspan(1);
  }
  if (current_.has(Mod::Cc))
    push({.kind = Operand::Kind::Register, .index = carry_register().value()}, true);
  for (uint32_t n = 0; n < list.size(); n++) add_source(list[n], source_type(current_, n));
  if (current_.op == Opcode::Addc || current_.op == Opcode::Subc || current_.op == Opcode::Madc)
    push({.kind = Operand::Kind::Register, .index = carry_register().value()}, false);
}

void FunctionLowering::lower_mov(const ptx::Instruction& i) {
  if (!check_count(i, 2, 2)) return;
  auto list = operands(i.operands);
  if (current_.vector > 1) {
    lower_vector_mov(i);
    return;
  }
  bool packs = list[1].kind == ptx::Operand::Kind::Vector;
  bool unpacks = list[0].kind == ptx::Operand::Kind::Vector;
  if (packs && unpacks) {
    error(i.span, "one side of a mov must be a single register");
    return;
  }
  // Elements of a packing mov share the width of the whole among them.
  auto elements_fit = [&](const ptx::Operand& vector) {
    uint32_t count = vector.children.count, bytes = ptx::size_of(current_.type);
    if (count == 0 || bytes % count != 0) return false;
    for (const ptx::Operand& e : operands(vector.children)) {
      auto reg = e.kind == ptx::Operand::Kind::Name ? find_register(e) : std::nullopt;
      if (reg && ptx::size_of(fn_.registers[reg->value()].type) * count != bytes) return false;
    }
    return true;
  };
  if ((packs && !elements_fit(list[1])) || (unpacks && !elements_fit(list[0]))) {
    error(list[packs].span,
          fmt::format("the elements do not add up to .{}", ptx::name_of(current_.type)));
    return;
  }
  add_elements(list[0], unpacks ? Type::None : current_.type, true);
  add_elements(list[1], packs ? Type::None : current_.type, false);
}

/// mov.v4.u32 {a, b, c, d}, %tid: all elements of a special register at once.
void FunctionLowering::lower_vector_mov(const ptx::Instruction& i) {
  auto list = operands(i.operands);
  add_elements(list[0], current_.type, true);
  ptx::Operand element = list[1];
  for (std::string_view member : {"x", "y", "z", "w"}) {
    element.member = member;
    if (current_.source_count == current_.vector) break;
    if (auto special = resolve_special(element)) push(*special, false);
  }
  if (current_.destination_count != current_.vector || current_.source_count != current_.vector)
    error(i.span, fmt::format("'{}' moves the elements of a special register such as %tid to {} "
                              "registers",
                              text(i.span), current_.vector));
}

/// Cache policies have no effect on results, so one is as good as another.
void FunctionLowering::lower_policy(const ptx::Instruction& i) {
  current_.op = Opcode::Mov;
  current_.type = Type::B64;
  if (!check_count(i, 1, 4)) return;
  add_destination(operands(i.operands)[0], Type::B64);
  push({.kind = Operand::Kind::Immediate}, false);
}

void FunctionLowering::lower_memory(const ptx::Instruction& i) {
  bool load = current_.op != Opcode::St;
  if (!check_count(i, 2, 3) || !check_access(i)) return;
  auto list = operands(i.operands);
  const ptx::Operand& address = list[load ? 1 : 0];
  const ptx::Operand& data = list[load ? 0 : 1];
  if (current_.space == Space::Param && address.kind == ptx::Operand::Kind::Address &&
      address.children.count == 1) {
    const ptx::Operand& base = ast_.operands[address.children.first];
    Symbol symbol = symbols_.find(base.name);
    if (symbol.kind == Symbol::Kind::FunctionVariable &&
        fn_.variables[symbol.index].first_word != kNoReg) {
      lower_parameter_access(i, address, fn_.variables[symbol.index]);
      return;
    }
    // Otherwise the parameter is in the frame, and a pointer to it points there.
    if (!fn_.is_entry && !current_.has(Mod::ParamEntry)) current_.space = Space::Local;
  }
  if (load) add_elements(data, current_.type, true);
  add_address(address);
  if (!load) add_elements(data, current_.type, false);
  uint32_t elements = load ? current_.destination_count : current_.source_count - 1;
  if (elements != current_.vector && !failed())
    error(data.span, fmt::format("'{}' moves {} element{}, found {}", text(i.span), current_.vector,
                                 current_.vector == 1 ? "" : "s", elements));
}

void FunctionLowering::lower_parameter_access(const ptx::Instruction& i,
                                              const ptx::Operand& address,
                                              const Variable& variable) {
  bool load = current_.op != Opcode::St;
  current_.parameter_words = true;
  const ptx::Operand& base = ast_.operands[address.children.first];
  int64_t offset = address.offset + base.offset;
  uint64_t bytes = uint64_t{ptx::size_of(current_.type)} * current_.vector;
  if (variable.size == 0) {
    unsupported(i, "takes of any number of arguments, which is not supported");
    return;
  }
  if (offset < 0 || static_cast<uint64_t>(offset) + bytes > variable.size) {
    error(address.span, fmt::format("{} bytes at offset {} are outside '{}' of {} bytes", bytes,
                                    offset, variable.name, variable.size));
    return;
  }
  auto first = static_cast<uint32_t>(offset / 4);
  auto last = static_cast<uint32_t>((offset + bytes - 1) / 4);
  auto push_words = [&](bool destination) {
    for (uint32_t w = first; w <= last; w++)
      push({.kind = Operand::Kind::Register,
            .index = variable.first_word.value() + w,
            .value = offset % 4},
           destination);
  };
  const ptx::Operand& data = ast_.operands[i.operands.first + (load ? 0 : 1)];
  if (load) {
    add_elements(data, current_.type, true);
    push_words(false);
  } else {
    push_words(true);
    add_elements(data, current_.type, false);
    // A store that covers a word in part keeps the rest of it.
    if (offset % 4 != 0 || bytes % 4 != 0) push_words(false);
  }
}

void FunctionLowering::lower_addressed(const ptx::Instruction& i) {
  const Signature& signature = signature_of(current_.op);
  // What may follow the address is a size, which has no effect on results.
  if (check_count(i, signature.min_sources, signature.max_sources))
    add_address(operands(i.operands)[0]);
}

void FunctionLowering::lower_barrier(const ptx::Instruction& i) {
  auto list = operands(i.operands);
  if (current_.has(Mod::Cluster)) {
    unsupported(i, "synchronises a cluster, which is not supported");
    return;
  }
  if (current_.has(Mod::Warp)) {
    if (check_count(i, 1, 1)) add_source(list[0], Type::U32);
    return;
  }
  bool reduces = current_.has(Mod::Red), arrives = current_.has(Mod::Arrive);
  if (!reduces && !arrives && !current_.has(Mod::Sync)) {
    error(i.span, fmt::format("'{}' needs one of .sync, .arrive and .red", text(i.span)));
    return;
  }
  if (!check_count(i, reduces ? 3 : arrives ? 2 : 1, reduces ? 4 : 2)) return;
  if (reduces) {
    add_destination(list[0], destination_type(current_, 0));
    list = list.subspan(1);
  }
  const ptx::Operand* value = reduces ? &list.back() : nullptr;
  if (reduces) list = list.first(list.size() - 1);
  const auto add_number = [&](const ptx::Operand& o, auto fits, std::string_view what) {
    add_source(o, Type::U32);
    if (failed()) return;
    const Operand& last = fn_.operands.back();
    if (last.kind == Operand::Kind::Immediate && !fits(last.value))
      error(o.span, fmt::format("{}, found {}", what, text(o.span)));
  };
  add_number(
      list[0], [](int64_t n) { return n >= 0 && n < 16; }, "a barrier's number is 0 to 15");
  if (list.size() > 1)
    add_number(
        list[1], [](int64_t n) { return n > 0 && n % 32 == 0; },
        "a barrier's count of threads is a multiple of 32");
  else
    push({.kind = Operand::Kind::None}, false);
  if (value) add_source(*value, Type::Pred);
}

void FunctionLowering::lower_branch(const ptx::Instruction& i) {
  bool indexed = current_.op == Opcode::Brx;
  if (!check_count(i, indexed ? 2 : 1, indexed ? 2 : 1)) return;
  auto list = operands(i.operands);
  if (indexed) {
    add_source(list[0], Type::U32);
    Symbol table = symbols_.find(list[1].name);
    if (table.kind != Symbol::Kind::Table || fn_.tables[table.index].targets.empty())
      error(list[1].span, fmt::format("'{}' is not a list of .branchtargets", text(list[1].span)));
    else
      push({.kind = Operand::Kind::Table, .index = table.index}, false);
    return;
  }
  auto target = find_label(list[0].name);
  if (!target)
    error(list[0].span, fmt::format("there is no label '{}' here", text(list[0].span)));
  else
    push({.kind = Operand::Kind::Target, .index = target->value()}, false);
}

}  // namespace heddle
