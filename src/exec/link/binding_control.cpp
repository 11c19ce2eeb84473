// Resolves the operands of branches and calls to rows.
#include "exec/link/linker.hpp"

namespace heddle {

using Kind = Operand::Kind;

void Linker::bind_branch(const Function& f, const Instruction& i, Op& op) {
  auto s = f.sources(i);
  if (i.op == Opcode::Bra) {
    op.target = (start_ + s[0].target().value()).value();
    op.target_exits = f.exits_at(s[0].target().value());
    return;
  }
  op.src[0] = resolve(f, s[0], RegClass::Word);
  op.target = static_cast<uint32_t>(out_.branch_tables.size());
  std::vector<LinkedPc>& table = out_.branch_tables.emplace_back();
  for (Pc target : f.tables[s[1].index].targets)
    table.push_back(f.exits_at(target.value()) ? Executable::kExit : start_ + target.value());
}

void Linker::append_words(std::vector<WordRef>& out, Ref row, RegClass cls) const {
  auto words = static_cast<uint8_t>(units_of(cls));
  for (uint8_t w = 0; w < words; w++) out.push_back({row, words, w});
}

std::vector<WordRef> Linker::words_of(const Function& f, std::span<const Operand> operands,
                                      const std::vector<uint32_t>& sizes) {
  std::vector<WordRef> out;
  size_t parameter = 0;
  uint32_t seen = 0;  // bytes of the current parameter
  for (const Operand& o : operands) {
    if (o.kind == Kind::Prototype || o.kind == Kind::Table) continue;
    uint32_t size = parameter < sizes.size() ? sizes[parameter] : 4;
    RegClass cls = o.is_register() ? f.registers[o.index].cls()
                   : size > 8      ? RegClass::Quad
                   : size > 4      ? RegClass::Double
                                   : RegClass::Word;
    Ref row = o.kind == Kind::Sink ? rows_.scratch(cls) : resolve(f, o, cls);
    append_words(out, row, cls);
    seen += 4 * units_of(cls);
    if (seen >= size) {
      parameter++;
      seen = 0;
    }
  }
  return out;
}

void Linker::bind_call(const Function& f, const Instruction& i, Op& op) {
  auto s = f.sources(i);
  CallSite site;
  site.indirect = s[0].kind != Kind::Function;
  if (site.indirect) {
    site.address = resolve(f, s[0], RegClass::Double);
    const Operand& how = s.back();
    site.signature = how.kind == Kind::Prototype
                         ? f.prototypes[how.index]
                         : module_.functions[f.tables[how.index].functions[0]].signature;
  } else {
    site.callee = out_.function_by_module.at(s[0].index);
    site.signature = module_.functions[s[0].index].signature;
  }
  site.results = words_of(f, f.destinations(i), site.signature.result_sizes);
  site.arguments = words_of(f, s.subspan(1), site.signature.parameter_sizes);
  op.target = static_cast<uint32_t>(out_.call_sites.size());
  out_.call_sites.push_back(std::move(site));
}

}  // namespace heddle
