// Cores with stacks that a test drives by itself: fung2007 Figure 5 once more, from PTX through
// fetch, issue and resolve, as what the stack of a running core holds; and stacks that are wrong on
// purpose.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lone_block.hpp"
#include "numbers.hpp"
#include "outcome.hpp"
#include "sm/divergence/pdom/pdom.hpp"
#include "sm/make_core.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;

/// The stacks of pdom, wrong when told so: one class for all ways, since each costs a pipeline.
class Broken : public Pdom {
 public:
  enum class Way { Sound, Forgetful, Confused };
  static inline Way way = Way::Sound;

  using Pdom::Pdom;
  /// Forgetful: threads of lane 0 get lost where paths part.
  void resolve(GroupId g, Outcome outcome) {
    if (way == Way::Forgetful && outcome.destinations.size() > 1) {
      outcome.exited.add(0_tile, 1);
      for (auto& d : outcome.destinations) d.threads.remove(Threads(0_tile, 1));
    }
    Pdom::resolve(g, outcome);
  }
  /// Confused: every warp issues the threads of the first one.
  void threads(GroupId g, Threads& out) const {
    Pdom::threads(g, out);
    if (way == Way::Confused && g > 0_group) Pdom::threads(0_group, out);
  }
};

/// Runs a kernel of one block on one core and hands out the stack of warp 0 in every cycle.
class WatchedCore {
 public:
  WatchedCore(const std::string& body, MachineConfig config, uint32_t threads)
      : config_(std::move(config)), threads_(threads), block_(body, threads) {
    config_.memory.model = "ideal";
  }

  /// Calls f(stack of warp 0) whenever it has changed.
  template <class F>
  void run(F f) {
    Broken::way = Broken::Way::Sound;
    auto memory = make_memory_system(ValidMachine(config_));
    Pipeline<Broken, SpatialUnits, SingleIssue> core(config_, 0, memory->port(0), {.check = true});
    block_.start(core, make_timed_code(block_.kernel));
    std::vector<Pdom::Entry> before;
    for (Cycle now; !core.empty(); ++now) {
      ASSERT_LT(now, 10000_cycle);
      memory->tick(now);
      core.tick(now);
      std::vector<Pdom::Entry> stack = core.divergence().stack(0_group);
      bool same = stack.size() == before.size();
      for (size_t n = 0; same && n < stack.size(); n++)
        same = stack[n].place == before[n].place && stack[n].mask == before[n].mask;
      if (!same && !stack.empty()) f(stack);
      before = std::move(stack);
    }
  }
  std::vector<uint32_t> output() {
    std::vector<uint32_t> out(threads_);
    block_.device.read(block_.out, std::as_writable_bytes(std::span(out)));
    return out;
  }

 private:
  MachineConfig config_;
  uint32_t threads_;
  test::LoneBlock block_;
};

/// Blocks as the figure draws them; the source line of a block's first instruction names it.
constexpr const char* kFigure5 = R"(
    setp.ne.u32 %p1, %tid, 3;
    @%p1 bra B;
F:  mov.u32 %r2, 4;
    bra G;
B:  setp.eq.u32 %p2, %tid, 0;
    @%p2 bra C;
D:  mov.u32 %r2, 2;
    bra E;
C:  mov.u32 %r2, 1;
E:  add.u32 %r2, %r2, 3;
G:  add.u32 %r3, %r2, 5;
    st.global.u32 [%slot], %r3;)";

TEST(Figures, Fung2007Figure5FromPtx) {
  WatchedCore core(kFigure5, test::four_wide(), 4);
  // pc of the first instruction of each block: four instructions come before the body.
  const std::map<uint32_t, char> blocks = {{4, 'A'},  {6, 'F'},  {8, 'B'}, {10, 'D'},
                                           {12, 'C'}, {13, 'E'}, {14, 'G'}};
  std::vector<std::string> seen;
  core.run([&](const std::vector<Pdom::Entry>& stack) {
    std::string all;
    for (const Pdom::Entry& e : stack) {
      auto name = [&](Place p) {
        if (p == kNowhere) return '-';
        auto at = blocks.upper_bound(p.pc.value());
        return at == blocks.begin() ? 'A' : std::prev(at)->second;
      };
      std::string mask;
      for (uint32_t n = 0; n < 4; n++) mask += (e.mask >> n) & 1 ? '1' : '0';
      all += fmt::format("{}{}/{}/{}", all.empty() ? "" : " ", name(e.place), mask,
                         name(e.reconvergence));
    }
    if (seen.empty() || seen.back() != all) seen.push_back(all);
  });
  EXPECT_THAT(seen, ElementsAre("A/1111/-",                                      //
                                "G/1111/- F/0001/G B/1110/G",                    // (c)
                                "G/1111/- F/0001/G E/1110/G D/0110/E C/1000/E",  // (d)
                                "G/1111/- F/0001/G E/1110/G D/0110/E",           //
                                "G/1111/- F/0001/G E/1110/G",                    // (e)
                                "G/1111/- F/0001/G",                             //
                                "G/1111/-"));
  EXPECT_THAT(core.output(), ElementsAre(9, 10, 10, 9));
}

/// The target runs first also where a warp of two tiles parts between the tiles.
TEST(Figures, TheTargetRunsFirstInAWarpOfTwoTiles) {
  MachineConfig config = test::four_wide();
  config.core.warp = config.core.lanes = 64;
  config.core.max_threads = 256;
  config.core.max_warps = 4;
  WatchedCore core(R"(
    setp.lt.u32 %p1, %tid, 32;
    @%p1 bra T;
    mov.u32 %r2, 1;
    bra J;
T:  mov.u32 %r2, 2;
J:  st.global.u32 [%slot], %r2;)",
                   config, 64);
  std::vector<Pdom::Entry> parted;
  core.run([&](const std::vector<Pdom::Entry>& stack) {
    if (stack.size() == 3 && parted.empty()) parted = stack;
  });
  ASSERT_EQ(parted.size(), 3u);
  EXPECT_EQ(parted[2].mask, 0xffffffffu);
  EXPECT_EQ(parted[2].place, (Place{8_pc, 0}));
}

std::string objection(Broken::Way way) {
  Broken::way = way;
  test::LoneBlock block(R"(
    setp.lt.u32 %p1, %tid, 7;
    @%p1 bra A;
    add.u32 %r1, %r1, 1;
    bra B;
A:  add.u32 %r1, %r1, 2;
B:  st.global.u32 [%slot], %r1;)",
                        64);
  MachineConfig config;
  config.memory.model = "ideal";
  auto memory = make_memory_system(ValidMachine(config));
  Pipeline<Broken, SpatialUnits, SingleIssue> core(config, 0, memory->port(0), {.check = true});
  return block.objection(core, *memory, make_timed_code(block.kernel));
}

/// Mechanisms that are wrong do not get through a run under watch.
TEST(BrokenMechanism, IsCaught) {
  EXPECT_EQ(objection(Broken::Way::Sound), "none");
  EXPECT_EQ(objection(Broken::Way::Forgetful),
            "groups: threads 0x1 of tile 0 live, and neither belong to a group nor wait at a "
            "rendezvous");
  EXPECT_THAT(objection(Broken::Way::Confused), ::testing::HasSubstr("would issue with group 1"));
}

}  // namespace
}  // namespace heddle
