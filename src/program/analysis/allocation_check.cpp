// Checks an allocation: replays liveness along all code and tracks which register occupies each
// unit. The check shares only liveness with the allocator.
#include <fmt/format.h>

#include "program/analysis/allocation.hpp"

namespace heddle {

namespace {

class Checker {
 public:
  Checker(const Function& function, const RegisterAllocation& allocation,
          const RegisterSelection& selection)
      : function_(function),
        allocation_(allocation),
        selection_(selection),
        words_(allocation.units_used, kNoReg),
        predicates_(allocation.predicates_used, kNoReg) {}

  /// Puts every register of `live` into its units, and then empties the units again.
  std::optional<std::string> check(std::span<const Reg> live, uint32_t pc) {
    std::optional<std::string> error;
    for (Reg r : live)
      if (!error && selection_.has(r)) error = place(r, pc);
    for (Reg r : live) remove(r);
    return error;
  }

 private:
  std::optional<std::string> place(Reg r, uint32_t pc) {
    const RegClass cls = function_.registers[r.value()].cls();
    const uint32_t width = std::max(units_of(cls), 1u), unit = allocation_.unit[r.value()];
    std::vector<Reg>& file = cls == RegClass::Pred ? predicates_ : words_;
    if (unit == RegisterAllocation::kNowhere || unit % width != 0 || unit + width > file.size())
      return fmt::format("register {} has no valid place at instruction {}", r.value(), pc);
    for (uint32_t u = unit; u < unit + width; u++) {
      if (file[u] != kNoReg)
        return fmt::format("registers {} and {} share unit {} at instruction {}", file[u].value(),
                           r.value(), u, pc);
      file[u] = r;
    }
    return std::nullopt;
  }

  void remove(Reg r) {
    const RegClass cls = function_.registers[r.value()].cls();
    const uint32_t width = std::max(units_of(cls), 1u), unit = allocation_.unit[r.value()];
    std::vector<Reg>& file = cls == RegClass::Pred ? predicates_ : words_;
    if (unit == RegisterAllocation::kNowhere) return;
    for (uint32_t u = unit; u < unit + width && u < file.size(); u++) file[u] = kNoReg;
  }

  const Function& function_;
  const RegisterAllocation& allocation_;
  const RegisterSelection& selection_;
  std::vector<Reg> words_, predicates_;
};

}  // namespace

std::optional<std::string> find_allocation_error(const Function& function, const Cfg& cfg,
                                                 const Liveness& liveness,
                                                 const RegisterAllocation& allocation,
                                                 const RegisterSelection& selection) {
  Checker checker(function, allocation, selection);
  RegList live(function.registers.size());
  std::optional<std::string> error;
  for (uint32_t b = 0; b < cfg.size() && !error; b++) {
    if (!cfg.reachable(b)) continue;
    live.clear();
    liveness.add_live_out(b, live);
    walk_back(function, cfg[b], live, [&](Pc pc, RegList& behind) {
      if (error) return;
      std::vector<Reg> unread;
      for_each_def(function, function.at(pc), [&](Reg r) {
        if (behind.insert(r)) unread.push_back(r);
      });
      error = checker.check(behind.list(), pc.value());
      for (Reg r : unread) behind.erase(r);
    });
    if (error || b != cfg.entry()) continue;
    for (Reg r : function.parameter_registers) live.insert(r);
    error = checker.check(live.list(), 0);
  }
  return error;
}

}  // namespace heddle
