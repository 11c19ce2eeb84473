#include "exec/link/endless.hpp"

#include <algorithm>

namespace heddle {

namespace {

/// Whether a thread may end at the instruction. An access of memory may be a fault, and where a
/// function returns to or what an indirect call reaches is not known here: both count as an end.
bool may_end(const Executable& kernel, const Op& op) {
  switch (op.action) {
    case Action::Return:
    case Action::Exit:
    case Action::Trap: return true;
    case Action::Call: {
      const CallSite& site = kernel.call_sites[op.target];
      return site.indirect || kernel.functions[site.callee].builtin != Builtin::None;
    }
    default: break;
  }
  switch (op.source->op) {
    case Opcode::Ld:
    case Opcode::Ldu:
    case Opcode::St:
    case Opcode::Atom:
    case Opcode::Red: return true;
    default: return op.next_exits || (op.action == Action::Branch && op.target_exits);
  }
}

/// Calls f(pc) for where threads may go from an instruction.
template <class F>
void for_each_successor(const Executable& kernel, LinkedPc pc, F f) {
  const Op& op = kernel.code[pc];
  const bool jumps = op.action == Action::Branch || op.action == Action::Indexed;
  if (!jumps || op.guarded) f(pc + 1);
  if (op.action == Action::Branch) f(op.target_pc());
  if (op.action == Action::Call) f(kernel.functions[kernel.call_sites[op.target].callee].start);
  if (op.action == Action::Indexed)
    for (LinkedPc target : kernel.branch_tables[op.target]) f(target);
}

/// Finds what has a path to an end, against the direction of the paths.
class Search {
 public:
  explicit Search(const Executable& kernel) : kernel_(kernel), ends_(kernel.code.size()) {}

  /// Goes through the code once, backwards. Forward paths are known after one pass, and those with
  /// a jump backwards after one more, which is all that most code has.
  bool all_end_after_a_pass() {
    bool all = true;
    for (size_t n = ends_.size(); n-- > 0;) {
      const LinkedPc pc(static_cast<uint32_t>(n));
      ends_[n] = ends_[n] || may_end(kernel_, kernel_.code[pc]);
      for_each_successor(kernel_, pc, [&](LinkedPc to) { ends_[n] = ends_[n] || ends(to); });
      all = all && ends_[n];
    }
    return all;
  }
  /// Along all paths.
  std::vector<bool> run(Interrupt interrupt) {
    std::vector<std::vector<LinkedPc>> before(ends_.size());
    std::vector<LinkedPc> open;
    for (LinkedPc pc; pc < kernel_.code.end_id(); ++pc) {
      interrupt.check();
      for_each_successor(kernel_, pc, [&](LinkedPc to) {
        if (kernel_.code.has(to)) before[to.index()].push_back(pc);
      });
      if (ends_[pc.index()]) open.push_back(pc);
    }
    while (!open.empty()) {
      const LinkedPc pc = open.back();
      open.pop_back();
      for (LinkedPc from : before[pc.index()]) {
        if (ends_[from.index()]) continue;
        ends_[from.index()] = true;
        open.push_back(from);
      }
    }
    return std::move(ends_);
  }

 private:
  /// Behind the last instruction there is nothing, and an entry of a table may end the thread.
  bool ends(LinkedPc pc) const { return !kernel_.code.has(pc) || ends_[pc.index()]; }

  const Executable& kernel_;
  std::vector<bool> ends_;
};

}  // namespace

std::vector<bool> find_endless(const Executable& kernel, Interrupt interrupt) {
  Search search(kernel);
  if (search.all_end_after_a_pass() || search.all_end_after_a_pass()) return {};
  std::vector<bool> endless = search.run(interrupt);
  endless.flip();
  if (std::ranges::find(endless, true) == endless.end()) return {};
  return endless;
}

}  // namespace heddle
