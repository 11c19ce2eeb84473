// What a divergence mechanism may be capable of beyond the basic contract (divergence.hpp).
//
// A capability is all or nothing. A mechanism declares its capabilities in config/mechanisms.hpp;
// for each of them it must have every member that the concept here requires, or the core does not
// compile. The core calls nothing that is not declared, and a member of a capability that is not
// declared does not compile either, so that a forgotten declaration is found.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "counters/counters.hpp"
#include "sm/divergence/divergence.hpp"
#include "sm/timed_code.hpp"

namespace heddle {

/// Whether a mechanism has declared a capability.
template <class D, Capability C>
inline constexpr bool kHas = D::kMechanism.has(C);

/// IssuesOnAnyLane: of some groups, `is_single(g)`: one thread, which no scheduler sees. It issues
/// when the schedulers have chosen, on a lane that is idle, and takes nothing that another group
/// could have to wait for: it is fetched for at no cost, reads and writes its registers without
/// conflicts, and has a way of its own through the load-store unit, where the accesses of a cycle
/// coalesce as one. Of the other groups, `is_overtaken(g)`: all threads at its place have gone on
/// as single ones, and what was fetched for the group is dropped.
template <class D>
concept IssuesOnAnyLane = requires(const D c, GroupId g) {
  { c.is_single(g) } -> std::same_as<bool>;
  { c.is_overtaken(g) } -> std::same_as<bool>;
};

/// NumbersGroupsByTile: group numbers are computed from tiles; there are at most `kTiles`.
template <class D>
concept NumbersGroupsByTile = requires {
  { D::kTiles } -> std::convertible_to<uint32_t>;
};

/// PacksSubWarps: groups are wider than a row of lanes. An instruction issues as several packets
/// (sub-warps), one after the other; `threads(g)` are those it still has to issue for, and
/// `all_active(g, threads)` also those it has issued for. Of the threads that could issue now,
/// `pack(g, threads)` keeps those that become one packet; `skip(g, threads)` says that these are
/// done with the instruction without a packet of their own. `has_unpacked(g)`: some threads are
/// left. The core calls `advance` or `hold` after the last packet and `resolve` once, with the
/// outcomes of all packets. `packs_by_guard()`: threads whose guard is false are skipped.
/// `jumps_in_one_slot()`: a jump of all threads is one packet.
template <class D>
concept PacksSubWarps = requires(D d, const D c, GroupId g, Threads& threads) {
  c.all_active(g, threads);
  d.pack(g, threads);
  d.skip(g, threads);
  { c.has_unpacked(g) } -> std::same_as<bool>;
  { c.packs_by_guard() } -> std::same_as<bool>;
  { c.jumps_in_one_slot() } -> std::same_as<bool>;
};

/// CompactsBlocks: warps of a block exchange threads at branches and wait for each other.
/// `team_of(g)` is what they have in common, for schedulers.
template <class D>
concept CompactsBlocks = requires(const D c, GroupId g) {
  { c.team_of(g) } -> std::same_as<WarpId>;
};

/// HoldsThreadsBack: some threads wait until others have reconverged with them, on a stack for
/// example. At a rendezvous the others may wait for exactly those threads, so that neither would
/// ever run again. `stuck()` lists, as `changed()` does, the warps (or whatever shares a stack) all
/// of whose running threads wait at a rendezvous while others are held back. For each of them the
/// core calls `turn_to_others(warp, released)`, and threads that were held back become ready. The
/// mechanism first asks `released(threads)`: whether some of the waiting threads will continue
/// anyway. `at_rendezvous(g)`: threads of the group wait at one.
template <class D>
concept HoldsThreadsBack = requires(D d, const D c, GroupId g, WarpId warp,
                                    bool (&released)(const Threads&)) {
  { d.stuck() } -> std::same_as<std::vector<WarpId>&>;
  d.turn_to_others(warp, released);
  { c.at_rendezvous(g) } -> std::same_as<bool>;
};

/// ReportsWaiters: `for_each_waiting(g, f)` calls f(place, threads) for the threads that wait until
/// those of the group have reconverged with them. A deadlock report names them.
template <class D>
concept ReportsWaiters = requires(const D c, GroupId g, void (&f)(Place, const Threads&)) {
  c.for_each_waiting(g, f);
};

/// SubdividesWarps: several groups of a warp may run at a time. `paths(g)` is how many of the warp
/// of g the scheduler can choose from; `regroupings()` is what has been done, to be counted.
template <class D>
concept SubdividesWarps = requires(D d, const D c, GroupId g) {
  { c.paths(g) } -> std::same_as<uint32_t>;
  { d.regroupings() } -> std::same_as<Regroupings&>;
};

/// TracksTwoPaths: `path_of(g)` tells the two paths of a warp apart, for dependences that do so.
/// `regrouped()` lists, as `changed()` does, the warps whose paths diverged or reconverged.
/// `exposed(g)`: the group may run; others wait until their warp comes back to them.
/// `suspended(g)`: the scheduler does not see the group now, and what was fetched for it is
/// dropped.
template <class D>
concept TracksTwoPaths = requires(D d, const D c, GroupId g) {
  { c.path_of(g) } -> std::same_as<uint32_t>;
  { d.regrouped() } -> std::same_as<std::vector<WarpId>&>;
  { c.exposed(g) } -> std::same_as<bool>;
  { c.suspended(g) } -> std::same_as<bool>;
};

/// OrdersSplits: the splits of a warp run in the order of the code. `start(code)`: a kernel begins.
/// `path_masks(warp)` are the threads of each path, for dependences that tell them apart.
template <class D>
concept OrdersSplits = TracksTwoPaths<D> &&
    requires(D d, const D c, WarpId warp, const TimedCode& code) {
  d.start(code);
  { c.path_masks(warp) } -> std::convertible_to<std::span<const uint64_t>>;
};

/// SplitsAtIssue: a load that needs several accesses splits its group when it issues, if
/// `splits_loads()`. `split_at_issue(g, served)`: the threads of the first access issue the load as
/// g; the group of the others is returned. Groups split at most once per cycle, at branches too:
/// other outcomes come later.
template <class D>
concept SplitsAtIssue = requires(D d, const D c, GroupId g, const Threads& served) {
  { c.splits_loads() } -> std::same_as<bool>;
  { d.split_at_issue(g, served) } -> std::same_as<GroupId>;
};

/// SplitsOnPartialReturn: a group whose load has returned for some of its threads may split, if
/// `splits_on_partial_return()` and `may_split(g)` now. `split_returned(g, returned)`: those
/// threads continue as g; the group of the others is returned. `is_half(g)`: g is one half of a
/// split. `meet(g)`: the half has come to an instruction at which threads may diverge or wait, and
/// which both halves must execute together.
template <class D>
concept SplitsOnPartialReturn = requires(D d, const D c, GroupId g, const Threads& returned) {
  { c.splits_on_partial_return() } -> std::same_as<bool>;
  { c.may_split(g) } -> std::same_as<bool>;
  { d.split_returned(g, returned) } -> std::same_as<GroupId>;
  { c.is_half(g) } -> std::same_as<bool>;
  d.meet(g);
};

/// NoticesStalls: `stalls(g)` says that g issued an operation of long latency or, where
/// `looks_at_misses()`, missed a cache.
template <class D>
concept NoticesStalls = requires(D d, const D c, GroupId g) {
  d.stalls(g);
  { c.looks_at_misses() } -> std::same_as<bool>;
};

/// PopsBySoftware: a pop of the stack is an instruction. `pops()` lists, as `changed()` does, the
/// groups that have begun one; the core calls `popped(g)` when it has executed.
template <class D>
concept PopsBySoftware = requires(D d, GroupId g) {
  { d.pops() } -> std::same_as<std::vector<GroupId>&>;
  d.popped(g);
};

/// ChoosesLanes: a thread's lane is not its number in the block modulo the warp, but
/// `lane_of(g, tile, thread)`. `crossbar_conflicts(g)`: cycles that all lanes wait for the group's
/// registers.
template <class D>
concept ChoosesLanes = requires(const D c, GroupId g, TileId tile, uint32_t thread) {
  { c.lane_of(g, tile, thread) } -> std::same_as<uint32_t>;
  { c.crossbar_conflicts(g) } -> std::same_as<uint32_t>;
};

/// RanksProgress: `passed(g)` is how many post-dominators the slowest thread has passed, for
/// schedulers. `pass_join(threads)` comes before `release`: they continue at a reconvergence point.
template <class D>
concept RanksProgress = requires(D d, const D c, GroupId g, const Threads& threads) {
  d.pass_join(threads);
  { c.passed(g) } -> std::same_as<uint64_t>;
};

/// Counts: `count_in(counters)` says once where to count; `pass(cycles)` says that this many cycles
/// have ended, all with the groups as they are.
template <class D>
concept Counts = requires(D d, CoreCounters& counters, uint64_t cycles) {
  d.count_in(counters);
  d.pass(cycles);
};

/// Instantiated for every mechanism: says which members a declared capability lacks, and which
/// declaration is missing.
template <MovesGroups D>
constexpr bool is_complete() {
  using enum Capability;
  static_assert(!kHas<D, IssuesOnAnyLane> || heddle::IssuesOnAnyLane<D>,
                "IssuesOnAnyLane needs is_single, is_overtaken");
  static_assert(!kHas<D, NumbersGroupsByTile> || heddle::NumbersGroupsByTile<D>,
                "NumbersGroupsByTile needs kTiles");
  static_assert(!kHas<D, PacksSubWarps> || heddle::PacksSubWarps<D>,
                "PacksSubWarps needs all_active, pack, skip, has_unpacked, packs_by_guard, "
                "jumps_in_one_slot");
  static_assert(!kHas<D, CompactsBlocks> || heddle::CompactsBlocks<D>,
                "CompactsBlocks needs team_of");
  static_assert(!kHas<D, HoldsThreadsBack> || heddle::HoldsThreadsBack<D>,
                "HoldsThreadsBack needs stuck, turn_to_others, at_rendezvous");
  static_assert(!kHas<D, ReportsWaiters> || heddle::ReportsWaiters<D>,
                "ReportsWaiters needs for_each_waiting");
  static_assert(!kHas<D, SubdividesWarps> || heddle::SubdividesWarps<D>,
                "SubdividesWarps needs paths, regroupings");
  static_assert(!kHas<D, TracksTwoPaths> || heddle::TracksTwoPaths<D>,
                "TracksTwoPaths needs path_of, regrouped, exposed, suspended");
  static_assert(!kHas<D, OrdersSplits> || heddle::OrdersSplits<D>,
                "OrdersSplits needs start, path_masks and TracksTwoPaths");
  static_assert(!kHas<D, SplitsAtIssue> || heddle::SplitsAtIssue<D>,
                "SplitsAtIssue needs splits_loads, split_at_issue");
  static_assert(!kHas<D, SplitsOnPartialReturn> || heddle::SplitsOnPartialReturn<D>,
                "SplitsOnPartialReturn needs splits_on_partial_return, may_split, split_returned, "
                "is_half, meet");
  static_assert(!kHas<D, NoticesStalls> || heddle::NoticesStalls<D>,
                "NoticesStalls needs stalls, looks_at_misses");
  static_assert(!kHas<D, PopsBySoftware> || heddle::PopsBySoftware<D>,
                "PopsBySoftware needs pops, popped");
  static_assert(!kHas<D, ChoosesLanes> || heddle::ChoosesLanes<D>,
                "ChoosesLanes needs lane_of, crossbar_conflicts");
  static_assert(!kHas<D, RanksProgress> || heddle::RanksProgress<D>,
                "RanksProgress needs pass_join, passed");
  static_assert(!kHas<D, Counts> || heddle::Counts<D>, "Counts needs count_in, pass");

  auto undeclared = [](bool has, bool declared) { return has && !declared; };
  static_assert(!undeclared(heddle::IssuesOnAnyLane<D>, kHas<D, IssuesOnAnyLane>) &&
                    !undeclared(heddle::NumbersGroupsByTile<D>, kHas<D, NumbersGroupsByTile>) &&
                    !undeclared(heddle::PacksSubWarps<D>, kHas<D, PacksSubWarps>) &&
                    !undeclared(heddle::CompactsBlocks<D>, kHas<D, CompactsBlocks>) &&
                    !undeclared(heddle::HoldsThreadsBack<D>, kHas<D, HoldsThreadsBack>) &&
                    !undeclared(heddle::ReportsWaiters<D>, kHas<D, ReportsWaiters>) &&
                    !undeclared(heddle::SubdividesWarps<D>, kHas<D, SubdividesWarps>) &&
                    !undeclared(heddle::TracksTwoPaths<D>, kHas<D, TracksTwoPaths>) &&
                    !undeclared(heddle::OrdersSplits<D>, kHas<D, OrdersSplits>) &&
                    !undeclared(heddle::SplitsAtIssue<D>, kHas<D, SplitsAtIssue>) &&
                    !undeclared(heddle::SplitsOnPartialReturn<D>, kHas<D, SplitsOnPartialReturn>) &&
                    !undeclared(heddle::NoticesStalls<D>, kHas<D, NoticesStalls>) &&
                    !undeclared(heddle::PopsBySoftware<D>, kHas<D, PopsBySoftware>) &&
                    !undeclared(heddle::ChoosesLanes<D>, kHas<D, ChoosesLanes>) &&
                    !undeclared(heddle::RanksProgress<D>, kHas<D, RanksProgress>) &&
                    !undeclared(heddle::Counts<D>, kHas<D, Counts>),
                "the mechanism has the members of a capability that config/mechanisms.hpp does not "
                "declare for it");
  return true;
}

/// A mechanism with all that it declares.
template <class D>
concept Divergence = MovesGroups<D> && is_complete<D>();

/// Tiles that a mechanism's groups can be numbered by.
template <class D>
constexpr uint32_t most_tiles() {
  if constexpr (kHas<D, Capability::NumbersGroupsByTile>)
    return D::kTiles;
  else
    return ~0u;
}

}  // namespace heddle
