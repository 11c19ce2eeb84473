// Marks the instructions of a kernel from which threads can only exit.
//
// Compilers turn every `return` of a kernel into a branch to one shared `ret`. A thread that takes
// such a branch has nothing left to do, and GPUs end it there: assemblers make a predicated exit of
// the branch. Without this, the shared `ret` would look like a reconvergence point, and threads
// that return early would wait there for threads that wait for them at a barrier.
//
// An instruction is marked when every path from it ends the thread and does nothing else: returns
// and exits, and branches among marked instructions. A loop is never marked, since it might not
// end.
#include "program/lower/exits.hpp"

#include <algorithm>

namespace heddle {

namespace {

/// Calls `f(pc)` for each successor of the instruction, once per edge. False for an instruction
/// that does anything but send threads to another instruction or end them.
template <class F>
bool for_each_successor(const Function& function, uint32_t pc, F&& f) {
  const Instruction& i = function.code[pc];
  const auto sources = function.sources(i);  // empty where the instruction is not supported
  switch (i.flow) {
    case Flow::Branch:
      if (sources.empty()) return false;
      f(sources[0].index);
      break;
    case Flow::Indexed:
      if (sources.size() < 2 || sources[1].index >= function.tables.size()) return false;
      for (Pc target : function.tables[sources[1].index].targets) f(target.value());
      break;
    case Flow::Return:
    case Flow::Exit: break;
    default: return false;
  }
  if (i.guarded()) f(pc + 1);
  return true;
}

}  // namespace

void mark_exits(Function& function) {
  function.leads_out.clear();
  if (!function.is_entry) return;
  const auto size = static_cast<uint32_t>(function.code.size());
  // Ways into each instruction, as lists in one array: those into `pc` end where the next begin.
  std::vector<uint32_t> first(size + 2, 0), open(size, 0);
  std::vector<uint8_t> goes(size, 0);  // does nothing but send threads elsewhere or end them
  for (uint32_t pc = 0; pc < size; pc++)
    goes[pc] = for_each_successor(function, pc, [&](uint32_t to) {
      first[std::min(to, size) + 1]++;
      open[pc]++;
    });
  for (uint32_t pc = 0; pc < size + 1; pc++) first[pc + 1] += first[pc];
  std::vector<uint32_t> from(first.back()), next(first.begin(), first.end() - 1);
  for (uint32_t pc = 0; pc < size; pc++)
    for_each_successor(function, pc, [&](uint32_t to) { from[next[std::min(to, size)]++] = pc; });

  function.leads_out.assign(size, 0);
  std::vector<uint32_t> work;
  const auto mark = [&](uint32_t pc) {
    function.leads_out[pc] = 1;
    work.push_back(pc);
  };
  for (uint32_t pc = 0; pc < size; pc++)
    if (goes[pc] && open[pc] == 0) mark(pc);
  while (!work.empty()) {
    const uint32_t to = work.back();
    work.pop_back();
    for (uint32_t n = first[to]; n < first[to + 1]; n++)
      if (goes[from[n]] && --open[from[n]] == 0) mark(from[n]);
  }
}

}  // namespace heddle
