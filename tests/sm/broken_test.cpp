// Mechanisms that are wrong on purpose do not get through a run under watch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lone_block.hpp"
#include "sm/divergence/pdom/pdom.hpp"
#include "sm/pipeline.hpp"

namespace heddle {
namespace {

/// Threads of lane 0 get lost where paths part.
class Forgetful : public Pdom {
 public:
  using Pdom::Pdom;
  void resolve(uint32_t g, Outcome outcome) {
    if (outcome.destinations.size() > 1) {
      outcome.exited.add(0, 1);
      for (auto& d : outcome.destinations) d.threads.remove(Threads(0, 1));
    }
    Pdom::resolve(g, outcome);
  }
};

/// Every warp issues the threads of the first one.
class Confused : public Pdom {
 public:
  using Pdom::Pdom;
  void threads(uint32_t g, Threads& out) const {
    Pdom::threads(g, out);
    if (g > 0) Pdom::threads(0, out);
  }
};

template <class D>
std::string objection() {
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
  Pipeline<D> core(config, 0, *memory, {.check = true});
  return block.objection(core, *memory, make_timed_code(block.kernel));
}

TEST(BrokenMechanism, IsCaught) {
  EXPECT_EQ(objection<Pdom>(), "none");
  EXPECT_EQ(objection<Forgetful>(),
            "groups: threads 0x1 of tile 0 live, and neither belong to a group nor wait at a "
            "rendezvous");
  EXPECT_THAT(objection<Confused>(), ::testing::HasSubstr("would issue with group 1"));
}

}  // namespace
}  // namespace heddle
