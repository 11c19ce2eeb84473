// fung2007 Figure 5 once more, from PTX through fetch, issue and resolve: what the stack of a
// running core holds.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/kernel.hpp"
#include "outcome.hpp"
#include "sm/divergence/pdom/pdom.hpp"
#include "sm/pipeline.hpp"

namespace heddle {
namespace {

using ::testing::ElementsAre;

/// Runs a kernel of one block on one core and hands out the stack of warp 0 in every cycle.
class WatchedCore {
 public:
  WatchedCore(const std::string& body, MachineConfig config, uint32_t threads)
      : config_(std::move(config)), threads_(threads) {
    config_.memory.model = "ideal";
    module_ = load_module(std::make_shared<Source>("figure.ptx", test::KernelRun::kernel(body)));
    image_ = place_module(module_, memory_);
    out_ = memory_.allocate(4096, Allocation::Kind::Buffer, "out");
    kernel_ = link(image_, "main");
  }

  /// Calls f(stack of warp 0) whenever it has changed.
  template <class F>
  void run(F f) {
    auto memory = make_memory_system(config_);
    Pipeline<Pdom> core(config_, 0, *memory, {.check = true});
    std::byte parameters[8];
    std::memcpy(parameters, &out_, 8);
    Launch launch{{1, 1, 1}, {threads_, 1, 1}, 0, {}, 0};
    launch.parameters = std::span(parameters, kernel_->attributes.parameter_bytes);
    Environment environment{.memory = memory_, .print = {}};
    auto constants = launch_constants(*kernel_, launch);
    core.start(make_timed_code(kernel_), launch);
    auto block = std::make_unique<ResidentBlock>(*kernel_, launch, constants.data(), environment);
    block->block.reset(0, 0);
    core.take(std::move(block), 0);
    std::vector<Pdom::Entry> before;
    for (Cycle now = 0; !core.empty(); now++) {
      ASSERT_LT(now, 10000u);
      memory->tick(now);
      core.tick(now);
      std::vector<Pdom::Entry> stack = core.divergence().stack(0);
      bool same = stack.size() == before.size();
      for (size_t n = 0; same && n < stack.size(); n++)
        same = stack[n].place == before[n].place && stack[n].mask == before[n].mask;
      if (!same && !stack.empty()) f(stack);
      before = std::move(stack);
    }
  }
  const Executable& kernel() const { return *kernel_; }
  std::vector<uint32_t> output() {
    std::vector<uint32_t> out(threads_);
    memory_.read(out_, std::as_writable_bytes(std::span(out)));
    return out;
  }

 private:
  MachineConfig config_;
  uint32_t threads_;
  DeviceMemory memory_;
  ProgramPtr module_;
  ModuleImage image_;
  Address out_ = 0;
  ExecutablePtr kernel_;
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
        auto at = blocks.upper_bound(p.pc);
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
  EXPECT_EQ(parted[2].place, (Place{8, 0}));
}

}  // namespace
}  // namespace heddle
