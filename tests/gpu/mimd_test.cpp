// mimd, the upper bound: what does not diverge takes pdom's cycles, and what does takes fewer.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "config/load.hpp"
#include "effort.hpp"
#include "timed_kernel.hpp"

namespace heddle {
namespace {

using test::plain_machine;
using test::TimedKernel;

CoreCounters run_under(TimedKernel& kernel, MachineConfig c, const char* divergence,
                       uint32_t threads, uint32_t blocks, uint32_t shared = 0) {
  c.arch.divergence = divergence;
  LaunchResult r = kernel.run(c, threads, blocks, shared);
  EXPECT_EQ(r.blocks, blocks);
  return r.sms[0].core;
}

/// Arithmetic on all units, guards, memory of all kinds, a load of scattered words, a loop,
/// barriers, a partial warp.
constexpr const char* kTogether = R"(
  ld.param.u64 %rd1, [pout];
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 31;
  setp.lt.u32 %p1, %r2, 9;
  mul.wide.u32 %rd2, %r1, 4;
  add.u64 %rd3, %rd1, %rd2;
  mul.lo.u32 %r9, %r2, 8;
  cvt.u64.u32 %rd5, %r9;
  shl.b32 %r10, %r2, 7;
  cvt.u64.u32 %rd6, %r10;
  add.u64 %rd6, %rd1, %rd6;
  cvt.rn.f32.u32 %f1, %r1;
  mov.u32 %r3, 0;
loop:
  ld.global.u32 %r4, [%rd3];
  ld.global.u32 %r11, [%rd6];
  @%p1 add.u32 %r4, %r4, 3;
  sqrt.approx.f32 %f2, %f1;
  add.f32 %f1, %f2, 0f3F800000;
  st.shared.u32 [%rd5], %r4;
  bar.sync 0;
  ld.shared.u32 %r5, [%rd5];
  mad.lo.u32 %r6, %r5, %r2, %r4;
  @%p1 st.global.u32 [%rd3], %r6;
  atom.global.add.u32 %r7, [%rd1], 1;
  shfl.sync.bfly.b32 %r8, %r6, 1, 31, -1;
  add.u32 %r3, %r3, 1;
  setp.lt.u32 %p2, %r3, 5;
  @%p2 bra loop;
)";

TEST(Mimd, CodeThatDoesNotDivergeTakesPdomsCycles) {
  TimedKernel kernel(kTogether);
  std::vector<const char*> presets = {"small", "fung2007", "brunie2012", "narasiman2011"};
  if (!quick_effort()) presets.insert(presets.end(), {"lucas2015", "rhu2013", "picture"});
  for (const char* preset : presets)
    for (const char* schedule : {"loose-round-robin", "oldest", "greedy-then-oldest", "two-level"})
      for (const char* memory : {"ideal", "full"}) {
        SCOPED_TRACE(fmt::format("{} {} {}", preset, schedule, memory));
        MachineConfig c = load_preset(preset);
        c.sms = 1;
        c.arch.schedule = schedule;
        c.memory.model = memory;
        CoreCounters pdom = run_under(kernel, c, "pdom", 96, 5, 1024);
        CoreCounters mimd = run_under(kernel, c, "mimd", 96, 5, 1024);
        EXPECT_EQ(mimd.cycles, pdom.cycles);
        EXPECT_EQ(mimd.slots, pdom.slots);
        EXPECT_EQ(mimd.occupancy, pdom.occupancy);
        EXPECT_EQ(mimd.warp_instructions, pdom.warp_instructions);
        EXPECT_EQ(mimd.busy_cycles, pdom.busy_cycles);
        EXPECT_EQ(mimd.bank_conflicts, pdom.bank_conflicts);
        EXPECT_EQ(mimd.shared_conflicts, pdom.shared_conflicts);
        EXPECT_EQ(mimd.icache_hits, pdom.icache_hits);
        EXPECT_EQ(mimd.icache_misses, pdom.icache_misses);
        EXPECT_EQ(mimd.joined_packets, 0u);
      }
}

/// Each of `paths` parts of a warp has its own `work`.
std::string diverging(uint32_t paths, const std::string& work) {
  std::string body = "mov.u32 %r1, %tid.x;\n";
  for (uint32_t n = 1; n < paths; n++)
    body += fmt::format("rem.u32 %r2, %r1, {};\nsetp.eq.u32 %p1, %r2, {};\n@%p1 bra P{};\n", paths,
                        n, n);
  for (uint32_t n = 0; n < paths; n++) {
    if (n > 0) body += fmt::format("P{}:\n", n);
    body += work;
    if (n + 1 < paths) body += "bra JOIN;\n";
  }
  return body + "JOIN:\n";
}
std::string times_over(const std::string& line, int times) {
  std::string out;
  while (times-- > 0) out += line;
  return out;
}

TEST(Mimd, PathsRunSideBySide) {
  TimedKernel kernel(diverging(4, times_over("add.u32 %r3, %r3, %r1;\n", 200)));
  uint64_t pdom = run_under(kernel, plain_machine(), "pdom", 32, 1).cycles;
  uint64_t mimd = run_under(kernel, plain_machine(), "mimd", 32, 1).cycles;
  EXPECT_GT(pdom, 4 * 200u);
  EXPECT_LT(mimd, 200 + 60u);
}

TEST(Mimd, ThreadsExecuteNoFasterThanTheLanes) {
  TimedKernel kernel(diverging(4, times_over("add.u32 %r3, %r3, %r1;\n", 200)));
  for (uint32_t lanes : {8u, 32u}) {
    MachineConfig c = plain_machine();
    c.core.units[static_cast<size_t>(Unit::Sp)].lanes = lanes;
    CoreCounters core = run_under(kernel, c, "mimd", 256, 1);
    EXPECT_LE(core.thread_instructions, core.cycles * lanes);
    EXPECT_GT(core.thread_instructions, core.cycles * lanes * 9 / 10);
  }
}

TEST(Mimd, SingleThreadsFillTheSlotsOfPackets) {
  TimedKernel kernel(diverging(2, times_over("add.u32 %r3, %r3, %r1;\n", 100)));
  CoreCounters core = run_under(kernel, plain_machine(), "mimd", 32, 1);
  EXPECT_GT(core.joined_packets, 16 * 100u);
  EXPECT_GT(core.occupancy[32], 90u);
}

/// What single threads load in one cycle travels as one, and they do not meet at banks.
TEST(Mimd, AccessesOfSingleThreads) {
  std::string body =
      "ld.param.u64 %rd1, [pout];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 128;\n"
      "add.u64 %rd1, %rd1, %rd2;\nsetp.lt.u32 %p1, %r1, 2;\n@%p1 bra FEW;\n";
  for (int k = 0; k < 8; k++)
    body += fmt::format("st.shared.u32 [%rd2], %r1;\nld.global.u32 %r{}, [%rd1];\n", 10 + k);
  body += "ret;\nFEW:\n" + times_over("add.u32 %r3, %r3, %r1;\n", 100);
  TimedKernel kernel(body);
  MachineConfig c = plain_machine();
  c.arch.divergence = "mimd";
  LaunchResult r = kernel.run(c, 32, 1, 128 * 32);
  EXPECT_EQ(r.sms[0].core.shared_conflicts, 0u);
  EXPECT_EQ(r.sms[0].memory.threads, 30u * 8);
  EXPECT_LE(r.sms[0].memory.requests, 4u * 8);
  EXPECT_LT(r.cycles, 130u);
}

/// A kernel whose threads part by their own dice, again and again, but whose blocks do as much
/// under pdom as each other. With an even seed they part for little, as in a sorting network.
std::string dicing_kernel(uint32_t seed) {
  const bool little = seed % 2 == 0;
  std::mt19937 random(seed);
  auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
  const char* kWork[] = {"add.u32 %r5, %r5, %r1;\n", "mad.lo.u32 %r5, %r5, 3, %r4;\n",
                         "ld.shared.u32 %r7, [%rd3];\nadd.u32 %r5, %r5, %r7;\n",
                         "sqrt.approx.f32 %f1, %f1;\n",
                         "ld.global.u32 %r7, [%rd4];\nxor.b32 %r5, %r5, %r7;\n"};
  auto work = [&](uint32_t most) {
    std::string lines;
    for (uint32_t n = 1 + below(most); n > 0; n--) lines += kWork[below(5)];
    return lines;
  };
  std::string body =
      "ld.param.u64 %rd1, [pout];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\n"
      "mov.u32 %r3, %ntid.x;\nmad.lo.u32 %r4, %r2, %r3, %r1;\nmul.lo.u32 %r4, %r4, 2654435761;\n"
      "mul.wide.u32 %rd3, %r1, 4;\nadd.u64 %rd4, %rd1, %rd3;\ncvt.rn.f32.u32 %f1, %r4;\n"
      "mov.u32 %r10, 6;\nAGAIN:\nmad.lo.u32 %r4, %r4, 1664525, 1013904223;\n";
  for (uint32_t n = 0; n < 4; n++) {
    body += fmt::format("shr.u32 %r6, %r4, {};\nand.b32 %r6, %r6, {};\n", 16 + 4 * n,
                        n % 2 == 0 ? 1 : 7);
    if (little) {
      body += fmt::format("setp.ne.u32 %p1, %r6, 0;\n@%p1 bra J{};\n", n) + work(4);
    } else if (below(3) == 0) {
      body += fmt::format("L{}:\n", n) + work(6);
      body += fmt::format("sub.u32 %r6, %r6, 1;\nsetp.gt.s32 %p1, %r6, 0;\n@%p1 bra L{};\n", n);
    } else {
      body += fmt::format("setp.ne.u32 %p1, %r6, 0;\n@%p1 bra T{};\n", n) + work(20);
      body += fmt::format("bra J{0};\nT{0}:\n", n) + work(20);
    }
    body += fmt::format("J{}:\n", n);
    if (below(3) == 0) body += "bar.sync 0;\n";
    body += work(little ? 40 : 8);
  }
  return body + "sub.u32 %r10, %r10, 1;\nsetp.ne.u32 %p2, %r10, 0;\n@%p2 bra AGAIN;\n";
}

/// As archs, on several cores, with last blocks that do not fill them.
TEST(Mimd, IsNotBelowPdom) {
  const char* presets[] = {"small", "fermi", "lucas2015", "rhu2013", "fung2007", "picture"};
  const char* schedules[] = {"loose-round-robin", "oldest", "greedy-then-oldest"};
  for (uint32_t seed = 0; seed < (quick_effort() ? 3 : full_effort() ? 200 : 12); seed++) {
    std::mt19937 random(seed);
    const uint32_t threads = 32u << random() % 3, blocks = 2 + random() % 30;
    const char* preset = presets[random() % 6];
    const std::string settings[] = {fmt::format("sms={}", 1 + random() % 7),
                                    fmt::format("core.max_blocks={}", 1 + random() % 4),
                                    fmt::format("arch.schedule={}", schedules[random() % 3]),
                                    "memory.model=ideal", "memory.latency=20"};
    TimedKernel kernel(dicing_kernel(seed));
    auto cycles = [&](const char* arch) {
      Machine machine(load_machine(preset, arch, settings));
      return kernel.run(machine, threads, blocks, 1024).cycles;
    };
    EXPECT_LT(cycles("mimd"), cycles("pdom") * 1.02)
        << fmt::format("seed {}: {} threads, {} blocks on {} with {}, {}", seed, threads, blocks,
                       preset, settings[0], settings[2]);
  }
}

/// A thread that holds a lock goes on while the others of its warp, which lead, wait for it; also
/// where other warps that wait leave no slot.
TEST(Mimd, ALockWithinAWarpIsReleased) {
  struct Case {
    const char* schedule;
    uint32_t threads;
  };
  for (Case one : {Case{"loose-round-robin", 32}, Case{"oldest", 32},
                   Case{"greedy-then-oldest", 32}, Case{"loose-round-robin", 256}}) {
    MachineConfig c = plain_machine();
    c.arch.schedule = one.schedule;
    c.memory.latency = 1;
    TimedKernel kernel(
        "ld.param.u64 %rd1, [pout];\nSPIN:\natom.global.cas.b32 %r1, [%rd1], 0, 1;\n"
        "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra SPIN;\nld.volatile.global.u32 %r2, [%rd1+4];\n"
        "add.u32 %r2, %r2, 1;\nst.volatile.global.u32 [%rd1+4], %r2;\nmembar.gl;\n"
        "atom.global.exch.b32 %r3, [%rd1], 0;\n");
    run_under(kernel, c, "mimd", one.threads, 1);
  }
}

}  // namespace
}  // namespace heddle
