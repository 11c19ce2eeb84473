// Mechanisms that are wrong on purpose do not get through a run under watch.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exec/kernel.hpp"
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
  DeviceMemory device;
  auto module = load_module(std::make_shared<Source>("t.ptx", test::KernelRun::kernel(R"(
    setp.lt.u32 %p1, %tid, 7;
    @%p1 bra A;
    add.u32 %r1, %r1, 1;
    bra B;
A:  add.u32 %r1, %r1, 2;
B:  st.global.u32 [%slot], %r1;)")));
  ModuleImage image = place_module(module, device);
  Address out = device.allocate(4096, Allocation::Kind::Buffer, "out");
  ExecutablePtr kernel = link(image, "main");
  std::byte parameters[8];
  std::memcpy(parameters, &out, 8);
  Launch launch{{1, 1, 1}, {64, 1, 1}, 0, {}, 0};
  launch.parameters = std::span(parameters, kernel->attributes.parameter_bytes);
  Environment environment{.memory = device, .print = {}};
  auto constants = launch_constants(*kernel, launch);

  MachineConfig config;
  config.memory.model = "ideal";
  auto memory = make_memory_system(config);
  Pipeline<D> core(config, 0, *memory, {.check = true});
  core.start(make_timed_code(kernel), launch);
  auto block = std::make_unique<ResidentBlock>(*kernel, launch, constants.data(), environment);
  block->block.reset(0, 0);
  core.take(std::move(block), 0);
  try {
    for (Cycle now = 0; now < 2000 && !core.empty(); now++) {
      memory->tick(now);
      core.tick(now);
    }
  } catch (const InvariantError& e) {
    return e.what();
  }
  return core.empty() ? "none" : "none, and it hangs";
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
