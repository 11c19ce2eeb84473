#include "support.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace heddle::testing {

ProgramPtr module_of(std::string_view text) {
  return load_module(std::make_shared<const Source>(
      "test.ptx", fmt::format(".version 7.0\n.target sm_75\n.address_size 64\n{}\n", text)));
}

ProgramPtr kernel_of(std::string_view body) {
  return module_of(fmt::format(
      ".visible .entry k(.param .u64 a, .param .u32 n)\n{{\n.reg .b32 %r<32>;\n.reg .b64 %d<16>;\n"
      ".reg .pred %p<16>;\n{}\n}}\n",
      body));
}

FunctionAnalysisPtr analysis_of(const ProgramPtr& module) {
  const Function* last = nullptr;
  for (const Function& f : module->functions)
    if (!f.code.empty()) last = &f;
  if (last == nullptr) throw std::runtime_error("no function has code");
  return analyse(*module, *last);
}

Pc pc_at(const FunctionAnalysis& a, std::string_view label) {
  const std::string_view text = a.module.source->text();
  const size_t at = text.find(std::string(label) + ":", a.function.offset);
  if (at == std::string_view::npos) throw std::runtime_error("no label " + std::string(label));
  for (uint32_t pc = 0; pc < a.function.code.size(); pc++)
    if (a.function.code[pc].offset > at) return Pc{pc};
  throw std::runtime_error("nothing behind label " + std::string(label));
}

uint32_t block_at(const FunctionAnalysis& a, std::string_view label) {
  return a.cfg.block_of(pc_at(a, label));
}

std::vector<std::vector<uint32_t>> random_graph(Random& random, uint32_t blocks) {
  std::vector<std::vector<uint32_t>> successors(blocks);
  for (uint32_t b = 0; b < blocks; b++) {
    const uint32_t ways = 1 + random.below(3);
    for (uint32_t w = 0; w < ways; w++) {
      const bool near = random.chance(50);
      const bool leaves = random.chance(5);
      const uint32_t to = near ? std::min(b + 1, blocks) : random.below(blocks);
      successors[b].push_back(leaves ? blocks : to);
    }
  }
  return successors;
}

Builder::Builder() : module_(std::make_shared<Program>()) {
  module_->source = std::make_shared<const Source>("made.ptx", std::string(1, '\n'));
  module_->functions.emplace_back();
  module_->functions[0].name = "made";
  module_->functions[0].is_entry = true;
  module_->functions[0].defined = true;
}

Reg Builder::reg(Type type) {
  auto& registers = module_->functions[0].registers;
  registers.push_back({.type = type, .name = "%v"});
  return Reg{static_cast<uint32_t>(registers.size() - 1)};
}

Pc Builder::emit(Opcode op, std::vector<Reg> to, std::vector<Operand> from, Reg guard) {
  Function& f = module_->functions[0];
  Instruction i;
  i.op = op;
  i.guard = guard;
  i.first_operand = static_cast<uint32_t>(f.operands.size());
  i.destination_count = static_cast<uint8_t>(to.size());
  i.source_count = static_cast<uint8_t>(from.size());
  for (Reg r : to) f.operands.push_back(use(r));
  f.operands.insert(f.operands.end(), from.begin(), from.end());
  f.code.push_back(i);
  return Pc{size() - 1};
}

Pc Builder::jump(Flow flow, uint32_t target, Reg guard) {
  std::vector<Operand> from;
  if (flow == Flow::Branch) from.push_back({.kind = Operand::Kind::Target, .index = target});
  const Pc pc = emit(flow == Flow::Branch ? Opcode::Bra : Opcode::Exit, {}, from, guard);
  module_->functions[0].code[pc.value()].flow = flow;
  return pc;
}

Pc Builder::switch_to(Reg index, std::vector<Pc> targets) {
  Function& f = module_->functions[0];
  const auto table = static_cast<uint32_t>(f.tables.size());
  f.tables.push_back({std::move(targets), {}});
  const Pc pc = emit(Opcode::Brx, {}, {use(index), {.kind = Operand::Kind::Table, .index = table}});
  f.code[pc.value()].flow = Flow::Indexed;
  return pc;
}

void Builder::set_target(Pc branch, uint32_t target) {
  Function& f = module_->functions[0];
  f.operands[f.at(branch).first_operand].index = target;
}

std::vector<Pc>& Builder::table_of(Pc branch) {
  Function& f = module_->functions[0];
  return f.tables[f.operands[f.at(branch).first_operand + 1].index].targets;
}

Builder random_function(Random& random, const RandomShape& shape) {
  Builder b;
  std::vector<Reg> values, predicates;
  for (uint32_t r = 0; r < shape.registers; r++) values.push_back(b.reg(Type::U32));
  for (uint32_t r = 0; shape.wide && r < shape.registers / 4; r++) {
    values.push_back(b.reg(Type::B64));
    values.push_back(b.reg(Type::B128));
  }
  for (uint32_t r = 0; r < std::max(shape.registers / 2, 1u); r++)
    predicates.push_back(b.reg(Type::Pred));
  const auto value = [&] { return values[random.below(static_cast<uint32_t>(values.size()))]; };
  const auto predicate = [&] {
    return predicates[random.below(static_cast<uint32_t>(predicates.size()))];
  };
  const auto guard = [&](uint32_t percent) {
    return random.chance(percent) ? predicate() : kNoReg;
  };
  const auto source = [&]() -> Operand {
    const uint32_t kind = random.below(20);
    if (kind == 0) return Builder::special(Special::TidX);
    if (kind < 4) return Builder::immediate(random.below(100));
    if (kind < 6) return Builder::special(Special::CtaidX);
    return Builder::use(value());
  };

  std::vector<uint32_t> first(shape.blocks);
  std::vector<std::pair<Pc, uint32_t>> branches;  // with its own block
  for (uint32_t block = 0; block < shape.blocks; block++) {
    first[block] = b.size();
    for (uint32_t k = 1 + random.below(shape.block_size); k > 0; k--) {
      const uint32_t kind = random.below(10);
      if (kind < 2)
        b.emit(Opcode::Setp, {predicate()}, {source(), source()}, guard(10));
      else if (kind < 3 && shape.wide)
        b.emit(Opcode::Ld, {value(), value()}, {source()}, guard(10));
      else
        b.emit(Opcode::Add, {value()}, {source(), source()}, guard(15));
    }
    const uint32_t kind = random.below(20);
    if (kind < 2)
      branches.push_back({b.switch_to(value(), {Pc{0}, Pc{0}, Pc{0}}), block});
    else if (kind < 13)
      branches.push_back({b.jump(Flow::Branch, 0, guard(75)), block});
    else if (kind < 14)
      b.jump(Flow::Exit, 0, guard(60));
  }
  b.jump(Flow::Exit);
  const auto target = [&](uint32_t from) {
    if (random.chance(shape.backward)) return first[random.below(from + 1)];
    const uint32_t rest = shape.blocks - from;
    const uint32_t to = from + 1 + random.below(std::min(rest, 4u));
    return to < shape.blocks ? first[to] : b.size() - 1;
  };
  for (auto [pc, block] : branches) {
    if (b.function().at(pc).flow == Flow::Branch)
      b.set_target(pc, target(block));
    else
      for (Pc& t : b.table_of(pc)) t = Pc{target(block)};
  }
  return b;
}

}  // namespace heddle::testing
