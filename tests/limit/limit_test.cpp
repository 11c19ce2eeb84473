// The complete limit study: what an oracle gains, and where it must gain nothing.
#include "limit/limit.hpp"

#include <gtest/gtest.h>

#include "base/error.hpp"
#include "effort.hpp"
#include "json/json.hpp"
#include "limit/kernel_entry.hpp"

namespace heddle::limit {
namespace {

LimitResult study(const std::string& ptx, std::vector<std::string> parameters = {},
                  const LimitOptions& options = {}) {
  return limit_study(entry_of(ptx), {"tiny", std::move(parameters)}, options);
}

LimitResult study_workload(const char* name, const LimitOptions& options = {}) {
  LimitResult result = limit_study(workload::require_workload(name), {"tiny"}, options);
  EXPECT_EQ(result.wrong, "");
  return result;
}

/// Figure 7 of fung2007 with the same number of iterations for all threads. An iteration has 4
/// instructions at its start, `work` if (iteration + tid) is odd, 4 at its end, and optionally a
/// barrier.
std::string even_and_odd(uint32_t turns, uint32_t work, bool barrier) {
  std::string body = "mov.u32 %r1, %odd;\nadd.u32 %r2, %odd, " + std::to_string(turns) +
                     ";\nTURN: and.b32 %r3, %r1, 1;\nmov.u32 %r5, %r3;\nsetp.eq.u32 %p1, %r5, 0;\n"
                     "@%p1 bra NEXT;\n";
  for (uint32_t n = 0; n < work; n++) body += "add.u32 %r4, %r4, 1;\n";
  body += "NEXT:\n";
  if (barrier) body += "bar.sync 0;\n";
  body +=
      "add.u32 %r1, %r1, 1;\nmov.u32 %r6, %r1;\nsetp.ne.u32 %p2, %r6, %r2;\n@%p2 bra TURN;\n"
      "st.global.u32 [%slot], %r4;\n";
  return kernel_text(body);
}

constexpr uint64_t kOutside = 5 + 2 + 1 + 1;  // kernel_text, before the loop, store, ret

TEST(Limit, EvenAndOddThreadsGainHalfOfTheWork) {
  for (uint32_t work : {1u, 8u, 160u}) {
    LimitResult r = study(even_and_odd(128, work, false));
    EXPECT_EQ(r.total.warps, 8u);
    // The stack executes the work for one half of the threads in every iteration. The oracle lets
    // one half run ahead by one iteration: the work is executed in 64 iterations, and one more
    // iteration is issued.
    EXPECT_EQ(r.total.pdom_instructions, 8 * (kOutside + 128 * (8 + work)));
    EXPECT_EQ(r.total.oracle_instructions, 8 * (kOutside + 129 * 8 + 64 * work)) << work;
  }
}

TEST(Limit, BarriersInTheLoopLeaveNothingToGain) {
  LimitResult r = study(even_and_odd(128, 8, true));
  EXPECT_EQ(r.total.pdom_instructions, 8 * (kOutside + 128 * (9 + 8)));
  EXPECT_EQ(r.total.oracle_instructions, r.total.pdom_instructions);
  EXPECT_EQ(r.total.gain(), 0);
}

TEST(Limit, Figure7GainsWhatItsCodeAllows) {
  // The kernel as printed in the paper: 8 instructions around the if, 3 inside, 13 around the loop,
  // whose last branch ends the threads.
  LimitResult r =
      limit_study(workload::require_workload("fig7"), {"paper"}, {.warp = 16, .threads = 128});
  EXPECT_EQ(r.wrong, "");
  EXPECT_EQ(r.total.threads, 128u);
  EXPECT_EQ(r.total.pdom_instructions, 8u * (13 + 128 * 11));
  EXPECT_EQ(r.total.oracle_instructions, 8u * (13 + 128 * 8 + 64 * 3));
}

/// A target of an indexed branch from which threads only return ends them.
TEST(Limit, IndexedBranchesMayEndThreads) {
  LimitResult r =
      study(kernel_text("ways: .branchtargets STAY, LEAVE;\nbrx.idx %odd, ways;\n"
                        "STAY: st.global.u32 [%slot], %tid;\nret;\nLEAVE:"));
  EXPECT_EQ(r.total.pdom_instructions, 8 * (5 + 1 + 2u));
  EXPECT_EQ(r.total.gain(), 0);
}

TEST(Limit, UniformKernelsGainNothing) {
  for (const char* name : {"matmul", "coulomb", "libor"}) {
    LimitResult r = study_workload(name);
    EXPECT_EQ(r.total.oracle_instructions, r.total.pdom_instructions) << name;
    EXPECT_EQ(r.total.gain(), 0) << name;
  }
  EXPECT_EQ(study_workload("matmul").total.pdom_efficiency(16), 1);
}

TEST(Limit, TheOracleIsNeverWorse) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  // Merging the traces of viterbi finds worse alignments than the stack's in places.
  for (const char* name :
       {"viterbi", "kmeans", "hmmer", "black_scholes", "bitonic", "lud", "lbm"}) {
    LimitResult r = study_workload(name, {.threads = 32});
    EXPECT_LE(r.total.oracle_instructions, r.total.pdom_instructions) << name;
    EXPECT_GE(r.total.oracle_instructions * 16, r.total.thread_instructions) << name;
  }
}

TEST(Limit, TakesTheFirstThreadsOfEachLaunch) {
  std::string ptx = kernel_text("st.global.u32 [%slot], %tid;");
  LimitResult r = study(ptx, {"blocks=3", "block=48"}, {.warp = 32, .threads = 100});
  EXPECT_EQ(r.total.launches, 1u);
  EXPECT_EQ(r.total.threads, 100u);
  EXPECT_EQ(r.total.warps, 2u + 2 + 1);  // no warp has threads of two blocks
  EXPECT_EQ(study(ptx, {"blocks=1", "block=20"}).total.threads, 20u);
  EXPECT_EQ(study_workload("bitonic").total.launches, 6u);
  EXPECT_EQ(study_workload("bitonic").kernels.size(), 2u);
}

TEST(Limit, CapsHideGainsAndSayThatTheyDid) {
  std::string ptx = even_and_odd(128, 8, false);
  LimitResult whole = study(ptx);
  EXPECT_EQ(whole.total.capped_warps, 0u);
  uint64_t before = whole.total.oracle_instructions;
  for (uint32_t cap : {100u, 10u, 1u}) {
    LimitResult r = study(ptx, {}, {.cap = cap});
    EXPECT_EQ(r.total.capped_warps, 8u);
    EXPECT_EQ(r.total.pdom_instructions, whole.total.pdom_instructions);
    EXPECT_GT(r.total.oracle_instructions, before) << cap;
    before = r.total.oracle_instructions;
  }
  EXPECT_EQ(before, whole.total.pdom_instructions);  // one step at a time: there is no choice left
}

TEST(Limit, OptionsThatMakeNoSenseAreRefused) {
  std::string ptx = kernel_text("");
  EXPECT_THROW(study(ptx, {}, {.warp = 0}), UsageError);
  EXPECT_THROW(study(ptx, {}, {.warp = 65}), UsageError);
  EXPECT_THROW(study(ptx, {}, {.threads = 0}), UsageError);
  EXPECT_THROW(study(ptx, {}, {.cap = 0}), UsageError);
}

TEST(Limit, StopsWhenInterrupted) {
  std::atomic<bool> flag = true;
  LimitOptions options;
  options.device.interrupted = &flag;
  EXPECT_THROW(study_workload("bitonic", options), InterruptedError);
}

TEST(Limit, JsonSaysWhatWasTaken) {
  auto json = parse_json(to_json(study_workload("lud")));
  EXPECT_EQ(json["workload"], "lud");
  EXPECT_EQ(json["warp"], 16);
  EXPECT_EQ(json["threads_per_launch"], 128);
  EXPECT_EQ(json["wrong"], nullptr);
  EXPECT_EQ(json["kernels"].size(), 3u);
  uint64_t sum = 0;
  for (const auto& kernel : json["kernels"]) sum += kernel["pdom_instructions"].get<uint64_t>();
  EXPECT_EQ(json["total"]["pdom_instructions"], sum);
}

}  // namespace
}  // namespace heddle::limit
