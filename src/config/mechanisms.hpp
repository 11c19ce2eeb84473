// The divergence mechanisms: their names and what each of them is capable of.
//
// The table is here, below the cores that implement it, because two parties rely on it. The rules
// that decide whether a machine can be built ask it which features combine with a mechanism. The
// core asks it which optional calls to make, and the compiler then demands that the mechanism has
// all members of every capability it declares (sm/divergence/capabilities.hpp says which).
#pragma once

#include <array>
#include <cstdint>
#include <initializer_list>
#include <string_view>

namespace heddle {

enum class Capability : uint8_t {
  IssuesOnAnyLane,        // single threads beside other groups, on lanes that are idle
  RegroupsAtCompletion,   // threads regroup whenever an instruction completes
  NumbersGroupsByTile,    // a limited number of tiles
  PacksSubWarps,          // an instruction issues as several packets
  CompactsBlocks,         // warps of a block exchange threads and wait for each other
  HoldsThreadsBack,       // a stack: threads wait until others have reconverged with them
  ReportsWaiters,         // names those threads in a deadlock
  SubdividesWarps,        // several paths of a warp may run at a time
  TracksTwoPaths,         // two of them have identities of their own
  OrdersSplits,           // all of them are ordered by their place in the code
  SplitsAtIssue,          // a load that needs several accesses splits its threads
  SplitsOnPartialReturn,  // a load that has returned for some threads does
  NoticesStalls,          // long-latency operations change which path runs
  PopsBySoftware,         // a pop of the stack takes an instruction
  ChoosesLanes,           // a thread's lane is not its number in the warp
  RanksProgress,          // how many post-dominators a group has passed
  Counts,                 // statistics of its own, some of them per cycle
};

/// A set of capabilities.
class Capabilities {
 public:
  constexpr Capabilities(std::initializer_list<Capability> list) {
    for (Capability c : list) bits_ |= bit(c);
  }
  constexpr bool has(Capability c) const { return (bits_ & bit(c)) != 0; }

 private:
  static constexpr uint32_t bit(Capability c) { return 1u << static_cast<uint32_t>(c); }
  uint32_t bits_ = 0;
};

struct Mechanism {
  std::string_view name;
  uint32_t widest_warp;  // threads that its masks hold; 0: no limit
  Capabilities capabilities;

  constexpr bool has(Capability c) const { return capabilities.has(c); }
  /// The threads of a packet are threads of one warp, each on its own lane.
  constexpr bool keeps_warps() const {
    return !has(Capability::IssuesOnAnyLane) && !has(Capability::RegroupsAtCompletion) &&
           !has(Capability::PacksSubWarps) && !has(Capability::CompactsBlocks);
  }
  /// One path of a warp runs at a time, up to where it reconverges with the others.
  constexpr bool runs_one_path() const {
    return keeps_warps() && has(Capability::HoldsThreadsBack) && !has(Capability::SubdividesWarps);
  }
  /// Instructions are fetched for its groups. Others do not know what follows.
  constexpr bool fetches() const { return !has(Capability::RegroupsAtCompletion); }
};

/// All mechanisms, one line each.
inline constexpr auto kMechanisms = [] {
  using enum Capability;
  return std::to_array<Mechanism>({
      {"pdom", 64, {HoldsThreadsBack, ReportsWaiters}},
      {"serialize", 64, {}},
      {"mimd", 64, {IssuesOnAnyLane, HoldsThreadsBack}},
      {"dwf", 32, {RegroupsAtCompletion, ChoosesLanes, RanksProgress, Counts}},
      {"large_warp", 0, {PacksSubWarps, HoldsThreadsBack, ReportsWaiters}},
      {"tbc", 0, {CompactsBlocks, HoldsThreadsBack, ReportsWaiters, NumbersGroupsByTile}},
      {"dual_path",
       64,
       {HoldsThreadsBack, ReportsWaiters, SubdividesWarps, TracksTwoPaths, SplitsOnPartialReturn,
        NoticesStalls, PopsBySoftware}},
      {"dws", 64, {HoldsThreadsBack, SubdividesWarps, SplitsOnPartialReturn}},
      {"frontier", 64, {SubdividesWarps, TracksTwoPaths, OrdersSplits, SplitsAtIssue, Counts}},
  });
}();

/// Null for an unknown name.
constexpr const Mechanism* find_mechanism(std::string_view name) {
  for (const Mechanism& m : kMechanisms)
    if (m.name == name) return &m;
  return nullptr;
}
/// The mechanism of this name; one that is not in the table does not compile.
consteval Mechanism mechanism(std::string_view name) { return *find_mechanism(name); }

}  // namespace heddle
