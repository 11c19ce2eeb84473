#include "exec/link/row_sharing.hpp"

#include "program/analysis/interference.hpp"

namespace heddle {

namespace {

/// Pairs of registers that the graph may visit. Larger functions are rare, and linking them should
/// not take longer than running them.
constexpr uint64_t kMostPairs = 2'000'000;

/// Its results may arrive after its thread has gone on.
bool may_arrive_late(const Instruction& i) {
  bool reads = i.op == Opcode::Ld || i.op == Opcode::Ldu || i.op == Opcode::Atom;
  return reads && (i.space == Space::Global || i.space == Space::Generic);
}

std::vector<uint8_t> sharable(const Function& f) {
  std::vector<uint8_t> may(f.registers.size(), 1);
  for (const Instruction& i : f.code)
    if (may_arrive_late(i)) for_each_def(f, i, [&](Reg r) { may[r.value()] = 0; });
  return may;
}

/// The registers of a class that may share rows; each destination apart from its sources.
RegisterSelection select(const Function& f, const std::vector<uint8_t>& may, RegClass cls) {
  RegisterSelection s;
  s.chosen.resize(f.registers.size());
  for (size_t r = 0; r < f.registers.size(); r++)
    s.chosen[r] = may[r] != 0 && f.registers[r].cls() == cls;
  for (const Instruction& i : f.code)
    for_each_def(f, i, [&](Reg to) {
      if (!s.has(to)) return;
      for_each_use(f, i, [&](Reg from) {
        if (from != to && s.has(from)) s.apart.emplace_back(to, from);
      });
    });
  return s;
}

}  // namespace

std::vector<uint32_t> share_rows(const Program& module, const Function& f, Interrupt interrupt) {
  std::vector<uint32_t> rows(f.registers.size(), kOwnRow);
  if (f.code.empty()) return rows;
  const Cfg cfg(module, f);
  const Liveness liveness(f, cfg, interrupt);
  if (!liveness.exact() || interference_bound(f, cfg, liveness, interrupt) > kMostPairs)
    return rows;
  std::vector<uint8_t> may = sharable(f);
  for (RegClass cls : {RegClass::Word, RegClass::Double, RegClass::Quad}) {
    RegisterSelection selection = select(f, may, cls);
    RegisterAllocation found = allocate_by_colouring(f, cfg, liveness, selection, interrupt);
    for (size_t r = 0; r < rows.size(); r++)
      if (selection.chosen[r] && found.unit[r] != RegisterAllocation::kNowhere)
        rows[r] = found.unit[r] / units_of(cls);
  }
  return rows;
}

}  // namespace heddle
