#include "exec/control.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/demangle.hpp"
#include "base/error.hpp"

namespace heddle {

namespace {

uint32_t first_lane(uint32_t mask) { return static_cast<uint32_t>(std::countr_zero(mask)); }

/// Splits a mask into thread sets with equal values and calls f(a lane of the set, the set) for
/// each.
template <class T, class F>
void for_each_value(uint32_t mask, const T* values, F f) {
  while (mask != 0) {
    uint32_t lane = first_lane(mask), same = 0;
    for (uint32_t m = mask; m != 0; m &= m - 1)
      if (values[first_lane(m)] == values[lane]) same |= 1u << first_lane(m);
    mask &= ~same;
    f(lane, same);
  }
}

void branch_indexed(Block& block, uint32_t warp, uint32_t active, const Op& op,
                    ControlOutcome& out) {
  const std::vector<LinkedPc>& table = block.kernel().branch_tables[op.target];
  const uint32_t* index = block.lanes(warp).read<uint32_t>(op.src[0]);
  for_each_value(active, index, [&](uint32_t lane, uint32_t same) {
    if (index[lane] >= table.size())
      throw Fault{lane, fmt::format("brx.idx with index {}, but there are {} targets", index[lane],
                                    table.size())};
    if (table[index[lane]] == Executable::kExit)
      out.exited |= same;
    else
      out.add(table[index[lane]], 0, same);
  });
}

void enter(Block& block, uint32_t warp, uint32_t mask, const CallSite& site, uint32_t function,
           LinkedPc pc, ControlOutcome& out) {
  const LinkedFunction& f = block.kernel().functions[function];
  if (f.builtin != Builtin::None) {
    block.call_builtin(warp, mask, site, f.builtin);
    out.add(pc + 1, 0, mask);
    return;
  }
  block.call(warp, mask, site, function, pc);
  out.add(f.start, 1, mask);
}

void call_indirect(Block& block, uint32_t warp, uint32_t active, const CallSite& site, LinkedPc pc,
                   ControlOutcome& out) {
  const Executable& kernel = block.kernel();
  uint64_t address[kTileThreads];
  std::copy_n(block.lanes(warp).read<uint64_t>(site.address), kTileThreads, address);
  for_each_value(active, address, [&](uint32_t lane, uint32_t same) {
    uint64_t index = (address[lane] - kCodeWindow) / 16 - 1;
    auto found = index > 0xffffffff ? kernel.function_by_module.end()
                                    : kernel.function_by_module.find(static_cast<uint32_t>(index));
    if (address[lane] % 16 != 0 || found == kernel.function_by_module.end() || found->second == 0)
      throw Fault{lane, fmt::format("call through {:#x}, which is not the address of a function",
                                    address[lane])};
    if (kernel.module().functions[index].signature != site.signature)
      throw Fault{lane, fmt::format("call of '{}' through a prototype that does not match it",
                                    kernel.module().functions[index].name)};
    enter(block, warp, same, site, found->second, pc, out);
  });
}

}  // namespace

void execute_control(Block& block, uint32_t warp, uint32_t mask, uint32_t active, LinkedPc pc,
                     ControlOutcome& out) {
  const Op& op = block.kernel().code[pc];
  if (op.next_exits)
    out.exited |= mask & ~active;
  else
    out.add(pc + 1, 0, mask & ~active);
  if (active == 0) return;
  switch (op.action) {
    case Action::Branch:
      if (op.target_exits)
        out.exited |= active;
      else
        out.add(op.target_pc(), 0, active);
      return;
    case Action::Indexed: branch_indexed(block, warp, active, op, out); return;
    case Action::Call: {
      const CallSite& site = block.kernel().call_sites[op.target];
      if (site.indirect)
        call_indirect(block, warp, active, site, pc, out);
      else
        enter(block, warp, active, site, site.callee, pc, out);
      return;
    }
    case Action::Return: {
      ReturnOutcome returned = block.return_from_call(warp, active);
      out.exited |= returned.exited;
      for_each_value(active & ~returned.exited, returned.pc,
                     [&](uint32_t lane, uint32_t same) { out.add(returned.pc[lane], -1, same); });
      return;
    }
    case Action::Exit: out.exited |= active; return;
    case Action::Trap: throw Fault{first_lane(active), "the kernel executed a trap instruction"};
    default: return;
  }
}

void raise_fault(const Block& block, uint32_t warp, LinkedPc pc, const Fault& fault) {
  const Executable& kernel = block.kernel();
  ExecutionSite site;
  site.kernel = std::string(kernel.entry->name);
  site.block = block.coordinates();
  site.thread = block.thread_coordinates(warp * kTileThreads + fault.lane);
  site.file = kernel.module().source->name();
  site.line = kernel.line_of(pc);
  site.instruction = kernel.text_of(pc);
  throw ExecutionError(
      fmt::format("kernel '{}', block ({}, {}, {}), thread ({}, {}, {}): {}\n  at {}:{}: {}",
                  demangled(site.kernel), site.block[0], site.block[1], site.block[2],
                  site.thread[0], site.thread[1], site.thread[2], fault.message, site.file,
                  site.line, site.instruction),
      site, fault.kind);
}

}  // namespace heddle
