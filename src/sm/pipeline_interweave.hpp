// Pipeline: two instructions per cycle and scheduler, on lanes that the two share out
// (brunie2012).
//
// With `arch.secondary = same-warp` (simultaneous branch interweaving, §3.2) the scheduler chooses
// a warp, and both of its first splits issue. Where the warp has one only, the second front end
// issues for another warp to another group of units: the paper says that its benefit for regular
// programs comes from that, and that the peak is that of all units (§5.1).
//
// With best-fit (simultaneous warp interweaving, §4) two schedulers are cascaded. The primary one
// chooses in one cycle what issues in the next, in which the secondary one chooses what issues
// beside it; meanwhile the primary one chooses again, without knowing of the secondary's choice.
// When both want the same, the primary's copy is dropped, and in the next cycle the secondary
// scheduler chooses in its stead; likewise when something has come between the primary's choice and
// its turn.
#pragma once

#include "exec/block_memory.hpp"
#include "sm/pipeline.hpp"

namespace heddle {

template <Divergence D>
uint32_t Pipeline<D>::issue_pair(Slot& slot) {
  uint32_t first = first_of_pair(slot), second = second_of_pair(slot, first);
  uint64_t* kind = kind_of_pair(first, second);
  uint32_t issued = 0;
  auto issue = [&](uint32_t& g) {
    if (g == GroupSet::kMax || !issue_one_of_pair(g)) return;
    slot.scheduler->issued(g);
    g = GroupSet::kMax;
    issued++;
  };
  // Of one warp, the split that is ahead goes first: the other may come to where it was.
  if (kind == &counters_.interweave.same_warp &&
      divergence_.place(first).pc < divergence_.place(second).pc)
    issue(second);
  issue(first);
  if (slot.secondary) reserve_next(slot, second);
  issue(second);
  if (issued == 2) ++*kind;
  return issued;
}

template <Divergence D>
uint32_t Pipeline<D>::first_of_pair(Slot& slot) {
  if (!slot.secondary)
    return choose(slot, *slot.scheduler, [&](uint32_t g) { return unit_is_free(groups_[g].unit); });
  uint32_t g = std::exchange(slot.reserved, GroupSet::kMax);
  if (g == GroupSet::kMax) return g;
  if (groups_[g].state == State::Eligible && unit_is_free(groups_[g].unit)) return g;
  slot.substitutes = true;
  return GroupSet::kMax;
}

template <Divergence D>
uint32_t Pipeline<D>::second_of_pair(Slot& slot, uint32_t first) {
  if (first == GroupSet::kMax) {
    if (!std::exchange(slot.substitutes, false)) return first;
    return choose(slot, *slot.secondary, [&](uint32_t g) { return unit_is_free(groups_[g].unit); });
  }
  if (!slot.secondary) {
    uint32_t other = choose(slot, *slot.scheduler, [&](uint32_t g) {
      return warp_[g] == warp_[first] && fits_beside(g, first);
    });
    if (other != GroupSet::kMax) return other;
    return choose(slot, *slot.scheduler, [&](uint32_t g) {
      return groups_[g].unit != groups_[first].unit && unit_is_free(groups_[g].unit);
    });
  }
  return choose(slot, *slot.secondary, [&](uint32_t g) {
    return fits_beside(g, first) &&
           (warp_[g] == warp_[first] || in_lookup_set(config_, warp_[g], warp_[first]));
  });
}

/// The primary scheduler's choice for the next cycle, made while the secondary one chooses for
/// this.
template <Divergence D>
void Pipeline<D>::reserve_next(Slot& slot, uint32_t second) {
  slot.reserved = choose(slot, *slot.scheduler,
                         [&](uint32_t g) { return datapath_.has_free(groups_[g].unit, now_ + 1); });
  if (slot.reserved == GroupSet::kMax || slot.reserved != second) return;
  counters_.interweave.conflicts++;
  slot.reserved = GroupSet::kMax;
  slot.substitutes = true;
}

/// Of the groups that could issue if they found room, one of those that `may`.
template <Divergence D>
template <class May>
uint32_t Pipeline<D>::choose(Slot& slot, Scheduler& scheduler, May may) {
  candidates_.assign(kNoGroups);
  bool any = false;
  for (const GroupSet& of_unit : slot.eligible)
    of_unit.for_each([&](uint32_t g) {
      if (!may(g)) return;
      candidates_.insert(g);
      any = true;
    });
  if (!any) return GroupSet::kMax;
  return scheduler.choose({candidates_, slot.resident, slot.stalled, age_, warp_, view_, team_});
}

template <Divergence D>
bool Pipeline<D>::fits_beside(uint32_t g, uint32_t first) const {
  if (g == first) return false;
  Unit unit = groups_[g].unit;
  if (unit != groups_[first].unit) return unit_is_free(unit);
  if (unit == Unit::Lsu && !load_store_.has_room(now_)) return false;
  return datapath_.may_share(view_[g].lanes, view_[first].lanes) ||
         datapath_.has_free(unit, now_, 1);
}

/// Where the pair is counted, should both issue.
template <Divergence D>
uint64_t* Pipeline<D>::kind_of_pair(uint32_t first, uint32_t second) {
  if (first == GroupSet::kMax || second == GroupSet::kMax) return nullptr;
  InterweaveCounters& count = counters_.interweave;
  if (warp_[first] == warp_[second]) return &count.same_warp;
  return groups_[first].unit == groups_[second].unit ? &count.other_warp : &count.other_unit;
}

template <Divergence D>
bool Pipeline<D>::issue_one_of_pair(uint32_t g) {
  if (groups_[g].state != State::Eligible || !register_file_.has_collector(now_)) return false;
  // The other one of its warp may have taken the last entry of their scoreboard.
  divergence_.threads(g, scratch_);
  const TimedOp& op = code_->ops[divergence_.place(g).pc];
  if (dependence_->check(issuer(g), scratch_, op).verdict != Verdict::Free) {
    update(g);
    return false;
  }
  issue_group(g);
  return true;
}

/// The lanes of a row that a group's threads have.
template <Divergence D>
uint64_t Pipeline<D>::lanes_of(const Threads& threads, uint32_t g) {
  uint32_t width = config_.core.warp;
  uint64_t mask = 0;
  for (Part part : threads) {
    uint32_t at = warp_in_block(part.tile) * 32;
    if (width < 32)
      mask |= part.mask >> (std::countr_zero(part.mask) / width * width);
    else
      mask |= uint64_t{part.mask} << (at % width);
  }
  return lane_map_.lanes(mask, warp_[g]);
}

/// A load makes one access for each wave of its threads, to the block of the wave's first thread.
/// The others are replayed (§2); mechanisms that part threads here make a group of them.
template <Divergence D>
void Pipeline<D>::part_load(uint32_t g, const Op& op, const TimedOp& timed) {
  if constexpr (requires { divergence_.parts_loads(); }) {
    if (timed.cls != OpClass::Load || !divergence_.parts_loads() || parted_ >= now_) return;
    if (op.source->space != Space::Global && op.source->space != Space::Generic) return;
    uint32_t wave = std::min(32u, datapath_.lanes(Unit::Lsu)), unserved = 0;
    Threads served;
    divergence_.threads(g, scratch_);
    for (Part part : scratch_) {
      uint32_t active = op.guarded ? guarded(part, op) : part.mask, able = part.mask & ~active;
      if (active != 0) {
        Lanes& lanes = block_of(part.tile).block.lanes(warp_in_block(part.tile));
        compute_addresses(op, lanes, active);
        for (uint32_t from = 0; from < 32; from += wave) {
          uint32_t left = active >> from << from;
          if (from + wave < 32) left &= (1u << (from + wave)) - 1;
          if (left == 0) continue;
          auto block = [&](int lane) {
            return lanes.access.address[lane] / config_.memory.transaction;
          };
          Address first = block(std::countr_zero(left));
          for (; left != 0; left &= left - 1)
            if (int lane = std::countr_zero(left); block(lane) == first) able |= 1u << lane;
        }
      }
      served.add(part.tile, able);
      unserved |= part.mask & ~able;
    }
    if (unserved == 0) return;
    divergence_.split(g, served);
    look_at_paths();  // only those that are served have the load in flight
    counters_.memory_splits++;
    parted_ = now_;
  }
}

}  // namespace heddle
