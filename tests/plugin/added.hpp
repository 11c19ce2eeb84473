// An extension for tests, with items that work and items that fail.
#pragma once

#include <fmt/format.h>

#include <stdexcept>

#include "cost/cost.hpp"
#include "extension/extensions.hpp"
#include "sm/schedule/scheduler.hpp"
#include "workload/workload.hpp"

namespace heddle {

/// The candidate with the highest age.
class TestNewest : public Scheduler {
 public:
  GroupId choose(const SchedulerView& view) override {
    GroupId best = kNoGroup;
    view.candidates.for_each([&](GroupId g) {
      if (best == kNoGroup || view.age[g] > view.age[best]) best = g;
    });
    return best;
  }
  void issued(GroupId) override {}
};

/// A scheduler that calls this function.
class TestCalls final : public TestNewest {
 public:
  explicit TestCalls(GroupId (*f)()) : f_(f) {}
  GroupId choose(const SchedulerView&) override { return f_(); }

 private:
  GroupId (*f_)();
};

class TestMiscounts final : public TestNewest {
 public:
  void count_in(ScheduleCounters&) override { throw std::runtime_error("no counters"); }
};

/// y = 2 * x.
class TestDoubles final : public workload::Driver {
 public:
  explicit TestDoubles(const workload::Setup& setup)
      : Driver(setup), x_(value("n"), 21), buffer_(buffer(x_)) {}
  void run() override {
    launch("doubles", {{workload::blocks_for(value("n"), 32)}, {32}}, buffer_, value("n"));
  }
  std::string verify() const override {
    for (uint32_t y : buffer_.read())
      if (y != 42) return fmt::format("it is {} instead of 42", y);
    return "";
  }

 private:
  std::vector<uint32_t> x_;
  Buffer<uint32_t> buffer_;
};

inline constexpr const char* kDoublesPtx = R"(.version 7.0
.target sm_60
.address_size 64
.visible .entry doubles(.param .u64 x, .param .u32 n) {
  .reg .b32 %r<8>;
  .reg .b64 %d<4>;
  .reg .pred %p;
  ld.param.u64 %d1, [x];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r4, %r2, 32, %r3;
  setp.ge.u32 %p, %r4, %r1;
  @%p ret;
  mul.wide.u32 %d2, %r4, 4;
  add.u64 %d1, %d1, %d2;
  ld.global.u32 %r5, [%d1];
  add.u32 %r5, %r5, %r5;
  st.global.u32 [%d1], %r5;
  ret;
}
)";

inline constexpr const char* kDoublesDescription =
    "summary = \"Doubles numbers.\"\n"
    "[parameters]\nn = { means = \"numbers\", least = 1, most = 1000000 }\n"
    "[sizes]\ntiny = { n = 100 }\nsmall = { n = 1000 }\npaper = { n = 10000 }\n";

inline std::unique_ptr<Scheduler> call(GroupId (*f)()) { return std::make_unique<TestCalls>(f); }

inline Extension added(const std::string& name) {
  Extension e{name, "1234", "test.cpp"};
  e.schedulers = {
      {"newest", "the warp that arrived last",
       [](const MachineConfig&) { return std::make_unique<TestNewest>(); },
       [](const MachineConfig&, HardwareCost& cost) {
         cost.structures.push_back({"Newest", 1, "a number (77-bit)", 77});
       }},
      {"throws", "throws",
       [](const MachineConfig&) {
         return call([]() -> GroupId { throw std::runtime_error("no idea"); });
       }},
      {"declines", "never chooses",
       [](const MachineConfig&) { return call([] { return kNoGroup; }); }},
      {"wrong", "chooses what is not there",
       [](const MachineConfig&) { return call([] { return GroupId(4095); }); }},
      {"throws-a-number", "throws no exception",
       [](const MachineConfig&) { return call([]() -> GroupId { throw 1; }); }},
      {"miscounts", "fails where counters are handed out",
       [](const MachineConfig&) { return std::make_unique<TestMiscounts>(); }},
      {"makes-none", "makes none",
       [](const MachineConfig&) { return std::unique_ptr<Scheduler>(); }},
  };
  e.workloads = {
      {"doubles", kDoublesDescription, kDoublesPtx,
       [](const workload::Setup& setup) { return std::make_unique<TestDoubles>(setup); }},
      {"fails", kDoublesDescription, kDoublesPtx,
       [](const workload::Setup&) -> std::unique_ptr<workload::Driver> {
         throw std::runtime_error("no input");
       }},
      {"makes_none", kDoublesDescription, kDoublesPtx,
       [](const workload::Setup&) { return std::unique_ptr<workload::Driver>(); }},
  };
  return e;
}

}  // namespace heddle
