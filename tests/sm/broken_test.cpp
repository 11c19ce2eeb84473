// Mechanisms that are wrong on purpose do not get through a run under watch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lone_block.hpp"
#include "sm/divergence/pdom/pdom.hpp"
#include "sm/pipeline.hpp"

namespace heddle {
namespace {

/// Stacks that are wrong when told so: one class for all ways, since each costs a pipeline.
class Broken : public Pdom {
 public:
  enum class Way { Sound, Forgetful, Confused };
  static inline Way way = Way::Sound;

  using Pdom::Pdom;
  /// Forgetful: threads of lane 0 get lost where paths part.
  void resolve(uint32_t g, Outcome outcome) {
    if (way == Way::Forgetful && outcome.destinations.size() > 1) {
      outcome.exited.add(0, 1);
      for (auto& d : outcome.destinations) d.threads.remove(Threads(0, 1));
    }
    Pdom::resolve(g, outcome);
  }
  /// Confused: every warp issues the threads of the first one.
  void threads(uint32_t g, Threads& out) const {
    Pdom::threads(g, out);
    if (way == Way::Confused && g > 0) Pdom::threads(0, out);
  }
};

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
  auto memory = make_memory_system(config);
  Pipeline<Broken> core(config, 0, *memory, {.check = true});
  return block.objection(core, *memory, make_timed_code(block.kernel));
}

TEST(BrokenMechanism, IsCaught) {
  EXPECT_EQ(objection(Broken::Way::Sound), "none");
  EXPECT_EQ(objection(Broken::Way::Forgetful),
            "groups: threads 0x1 of tile 0 live, and neither belong to a group nor wait at a "
            "rendezvous");
  EXPECT_THAT(objection(Broken::Way::Confused), ::testing::HasSubstr("would issue with group 1"));
}

}  // namespace
}  // namespace heddle
