// The contract between a core and its divergence mechanism.
//
// A mechanism owns groups: sets of threads at one place that may be scheduled as one. It knows
// nothing of lanes, registers, values or time. A group has a small number that stays the same while
// the group exists; numbers are reused. The core calls, in this order during a group's life:
//
//   arrive(arrival)          the threads of a new block are at the kernel's first instruction
//   advance(g)               g issued an instruction other than control flow: its threads go to the
//                            next instruction
//   hold(g)                  g issued an instruction whose outcome is not known yet: g is not ready
//                            until the outcome is resolved
//   resolve(g, outcome)      the threads of g have gone where the outcome says, have exited, or
//   wait release(threads, place)  threads that waited at a rendezvous may continue at `place`
//
// After any call, `changed()` lists the groups whose readiness, place or threads may have changed;
// the core looks at them again and clears the list. Readiness is kept, never computed by scanning.
// `reconverged()` lists in the same way the split points whose threads have reconverged: all
// threads that diverged there and are still live are one group again, at the reconvergence point of
// that outcome. A mechanism that never joins threads leaves the list empty.
//
// Everything else is a capability, which a mechanism declares in config/mechanisms.hpp and
// capabilities.hpp describes.
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "config/machine.hpp"
#include "config/mechanisms.hpp"
#include "memory_timing/memory_system.hpp"
#include "sm/threads.hpp"

namespace heddle {

/// Threads of a block that has just become resident: tiles first_tile, first_tile + 1, …
struct Arrival {
  TileId first_tile;
  uint32_t threads = 0;
  uint64_t age = 0;  // of the block: lower is older
};

/// Where and when threads diverged. The mechanism keeps it for the core, which counts the cycles
/// until they reconverge.
struct SplitPoint {
  LinkedPc pc;
  Cycle cycle;
  bool operator==(const SplitPoint&) const = default;
};

struct Outcome {
  struct Destination {
    Place place;
    Threads threads;
    bool join = false;  // the place is a reconvergence point
  };
  SplitPoint split_point;                 // should the threads diverge
  std::vector<Destination> destinations;  // distinct places
  Place resume = kNowhere;
  Place reconvergence = kNowhere;  // where threads that diverge here meet again; kNowhere: never
  uint32_t block_after = 0;        // instructions of the basic block there
  bool may_diverge = false;        // the instruction can send threads different ways
  bool branch = false;             // it can, or is a jump that all threads take
  Threads exited;
  Threads blocked;  // wait at a rendezvous; they continue at `resume`

  void clear() {
    destinations.clear();
    exited.clear();
    blocked.clear();
    resume = reconvergence = kNowhere;
    block_after = 0;
    may_diverge = branch = false;
  }
  void send(Place place, const Threads& threads, bool join) {
    for (Destination& d : destinations)
      if (d.place == place) return d.threads.add(threads);
    destinations.push_back({place, threads, join});
  }
  /// Adds what the same instruction did for other threads.
  void add(const Outcome& o) {
    for (const Destination& d : o.destinations) send(d.place, d.threads, d.join);
    exited.add(o.exited);
    blocked.add(o.blocked);
    resume = o.resume;
    reconvergence = o.reconvergence;
    block_after = o.block_after;
    split_point = o.split_point;
    may_diverge |= o.may_diverge;
    branch |= o.branch;
  }
  /// A branch's target comes last, also when threads that take it were seen first.
  void put_target_last() {
    if (destinations.size() == 2 && destinations[1].place.pc == split_point.pc + 1)
      std::swap(destinations[0], destinations[1]);
  }
};

/// What a mechanism has done since the core last added it to its counters.
struct Regroupings {
  uint64_t subdivisions = 0;  // branches whose paths became groups that run concurrently
  uint64_t merges = 0;        // groups that merged because they happened to meet
  uint64_t missed = 0;        // groups that passed a reconvergence point without the others
};

template <class D>
concept MovesGroups = requires(D d, const D c, GroupId g, const Arrival& arrival,
                               const Outcome& outcome, Place place, Threads& threads) {
  { D::kMechanism } -> std::convertible_to<Mechanism>;
  d.arrive(arrival);
  d.advance(g);
  d.hold(g);
  d.resolve(g, outcome);
  d.release(threads, place);
  { c.group_limit() } -> std::same_as<uint32_t>;
  { c.alive(g) } -> std::same_as<bool>;  // the number names a group
  { c.ready(g) } -> std::same_as<bool>;  // alive, and neither held nor waiting
  { c.place(g) } -> std::same_as<Place>;
  c.threads(g, threads);  // that issue with it now
  c.members(g, threads);  // all that belong to it, also those that wait in it for others
  { c.warp_of(g) } -> std::same_as<WarpId>;  // the hardware warp it belongs to, for schedulers
  { c.age(g) } -> std::same_as<uint64_t>;
  { d.changed() } -> std::same_as<std::vector<GroupId>&>;
  { d.reconverged() } -> std::same_as<std::vector<SplitPoint>&>;
  { c.deepest() } -> std::same_as<uint32_t>;  // stack entries, or groups of one warp: the most ever
};

}  // namespace heddle
