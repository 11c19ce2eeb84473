// The contract between a core and its divergence mechanism.
//
// A mechanism owns groups: sets of threads at one place that may be scheduled as one. It knows
// nothing of lanes, registers, values or time. A group has a small number that stays while it
// exists; numbers are reused. The core calls, in this order during a group's life:
//
//   arrive(arrival)      threads of a new block stand at the kernel's first instruction
//   advance(g)           g issued an instruction that moves no control: its threads go to the next
//   hold(g)              g issued one whose outcome is not known yet: g is not ready until
//   resolve(g, outcome)  its threads have gone where the outcome says, have exited, or wait
//   release(threads, place)  threads that waited at a rendezvous may go on at `place`
//
// After any call, `changed()` lists the groups whose readiness, place or threads may have changed;
// the core looks at them again and clears the list. Readiness is kept, never computed by scanning.
// `rejoined()` lists in the same way the partings that healed: all threads that parted there and
// still live are one group again, at the reconvergence point of that outcome. A mechanism that
// never joins threads leaves it empty.
//
// A mechanism that sets kAnyLane has groups of one thread that may use any lane: the core then
// issues as many packets in a cycle as all its schedulers could issue threads, each on one lane of
// a unit, fetches them at no cost, and coalesces the memory accesses of a cycle as one.
//
// A mechanism that sets kResolvesAtCompletion regroups threads when instructions complete: the core
// then calls hold and resolve for every instruction, takes a cycle for each two destinations, and
// fetches at no cost, since a group's next instruction is not known before. Its groups may mix
// threads of several blocks, and a number may name another group right after `resolve`.
//
// A mechanism that has `pack` has groups wider than a row of lanes, whose instructions issue as
// several packets (sub-warps), one after the other. `threads(g)` are then those that the
// instruction still has to issue for. The core calls
//
//   pack(g, threads)     of these, which could issue now, it keeps those that become one packet
//   skip(g, threads)     these are done with the instruction without a packet of their own
//
// and `advance` or `hold` behind the last packet. It gathers the outcomes of all packets, so that
// `resolve` is called once for the instruction.
//
// What a mechanism need not have, and the core calls where it is there:
//
//   count_in(counters)     once: where to count
//   pass(cycles)           so many cycles have ended, all with the groups as they are
//   pass_join(threads)     before `release`: these go on at a reconvergence point
//   passed(g)              post-dominators that the slowest thread has passed, for schedulers
//   lane_of(g, tile, thread)  where it is not the thread's number in its block, modulo the warp
//   crossbar_conflicts(g)  cycles that all lanes wait for the group's registers
//   paths(g)             groups of its warp that the scheduler can choose from (without it: one)
//   path_of(g)           which of its warp's two paths it is, for dependences that tell them apart
//   regrouped()          lists the warps whose paths parted or came together, as changed() does
//   exposed(g)           it may run; others wait until their warp comes back to them
//   suspended(g)         the scheduler does not see it now: what was fetched for it is dropped
//   kept_back(g, f)      calls f(place, threads) for threads that wait until the group's have
//   joined
//                        them, to be named when nothing goes on any more
//   stalls(g)            it missed a cache or issued another operation of long latency
//   looks_at_misses()    it wants to be told of misses
//   looks_at_parts()     it splits groups whose load has returned for some of their threads:
//   may_split(g)           is that possible now?
//   split(g, returned)     those threads go on as g; returns the group of the others
//   is_half(g), meet(g)    of a split group: it stands before an instruction at which threads may
//                          part or wait, and which both halves must execute together
//   regroupings()        what it has done, to be counted
//   start(code)          a kernel begins
//   path_masks(warp)     the threads of each of its paths, for dependences that tell them apart
//   parts_loads()        a load that needs several accesses parts its threads when it issues, then
//   split(g, served)       those of the first access issue it as g; returns the group of the others
//   kPartsOncePerCycle   threads part at most once in a cycle; the outcomes of others come later
//   pops(), popped(g)    groups that execute the pop of a software-managed stack, and have done so
#pragma once

#include <concepts>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "config/machine.hpp"
#include "sm/threads.hpp"

namespace heddle {

/// Threads of a block that has just become resident: tiles first_tile, first_tile + 1, …
struct Arrival {
  uint32_t first_tile = 0;
  uint32_t threads = 0;
  uint64_t age = 0;  // of the block: lower is older
};

/// Where and when threads parted: the core's own note, which a mechanism keeps for it.
struct Parting {
  uint32_t pc = 0;
  uint64_t cycle = 0;
  bool operator==(const Parting&) const = default;
};

struct Outcome {
  struct Destination {
    Place place;
    Threads threads;
    bool join = false;  // the place is a reconvergence point
  };
  Parting parting;                        // should the threads part
  std::vector<Destination> destinations;  // distinct places
  Place resume = kNowhere;
  Place reconvergence = kNowhere;  // where threads that part here meet again; kNowhere: never
  uint32_t block_after = 0;        // instructions of the basic block there
  bool may_part = false;           // of an instruction that can send threads different ways
  bool branch = false;             // of these, and of jumps that all threads take
  Threads exited;
  Threads blocked;  // wait at a rendezvous behind which they go on at `resume`

  void clear() {
    destinations.clear();
    exited.clear();
    blocked.clear();
    resume = reconvergence = kNowhere;
    block_after = 0;
    may_part = branch = false;
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
    parting = o.parting;
    may_part |= o.may_part;
    branch |= o.branch;
  }
  /// A branch's target comes last, also when threads that take it were seen first.
  void put_target_last() {
    if (destinations.size() == 2 && destinations[1].place.pc == parting.pc + 1)
      std::swap(destinations[0], destinations[1]);
  }
};

/// What a mechanism has done since the core last looked, which adds it to its counters.
struct Regroupings {
  uint64_t subdivisions = 0;  // branches whose paths became groups that run concurrently
  uint64_t merges = 0;        // groups that merged because they happened to meet
  uint64_t missed = 0;        // groups that passed a reconvergence point without the others
};

/// The core asks the front end for this mechanism's instructions.
template <class D>
inline constexpr bool kFetches = !D::kAnyLane && !D::kResolvesAtCompletion;

/// Its instructions issue as several packets.
template <class D>
inline constexpr bool kPacks = requires(D d, uint32_t g, Threads& threads) {
  d.pack(g, threads);
};

/// Two of its groups may issue side by side on one row of lanes.
template <class D>
inline constexpr bool kInterweaves = kFetches<D> && !kPacks<D>;

/// It keeps threads back until others have come to them: on a stack, for example. At a rendezvous
/// the others may wait for exactly those threads, so that neither would ever run again. Such a
/// mechanism lists, as changed() does, the warps (or whatever shares a stack) all of whose running
/// threads wait at a rendezvous while it keeps others back. For each the core calls
/// turn_to_others(warp, released), and threads that were kept back become ready. The mechanism
/// first asks `released(threads)`: whether some of those that wait will go on anyway.
template <class D>
concept KeepsThreadsBack = requires(D d, const D c, uint32_t g, bool (&released)(const Threads&)) {
  { d.stuck() } -> std::same_as<std::vector<uint32_t>&>;
  d.turn_to_others(g, released);
  { c.at_rendezvous(g) } -> std::same_as<bool>;  // threads of the group wait at one
};

/// Tiles that its groups can be numbered by, of mechanisms that do so.
template <class D>
inline constexpr uint32_t kMostTiles = ~0u;
template <class D>
requires requires { D::kTiles; }
inline constexpr uint32_t kMostTiles<D> = D::kTiles;

template <class D>
concept Divergence = requires(D d, const D c, uint32_t g, const Arrival& arrival,
                              const Outcome& outcome, Place place, Threads& threads) {
  { D::kName } -> std::convertible_to<const char*>;
  { D::kResolvesAtCompletion } -> std::convertible_to<bool>;
  { D::kAnyLane } -> std::convertible_to<bool>;
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
  { c.warp_of(g) } -> std::same_as<uint32_t>;  // the hardware warp it belongs to, for schedulers
  { c.age(g) } -> std::same_as<uint64_t>;
  { d.changed() } -> std::same_as<std::vector<uint32_t>&>;
  { d.rejoined() } -> std::same_as<std::vector<Parting>&>;
  { c.deepest() } -> std::same_as<uint32_t>;  // stack entries, or groups of one warp: the most ever
};

}  // namespace heddle
