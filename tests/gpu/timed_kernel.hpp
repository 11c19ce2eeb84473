// Runs one kernel given as PTX text on a machine whose every latency the test knows.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "exec/engine.hpp"
#include "gpu/machine.hpp"
#include "sm/observer.hpp"

namespace heddle::test {

/// One core, one scheduler, ideal memory; every operation takes one cycle on a unit as wide as the
/// warp, and nothing else takes any time. Tests lengthen what they are about.
inline MachineConfig plain_machine() {
  MachineConfig c;
  c.name = "plain";
  c.sms = 1;
  c.core.warp = c.core.lanes = 32;
  c.core.max_threads = 1024;
  c.core.max_warps = 32;
  c.core.max_blocks = 8;
  c.core.schedulers = 1;
  c.core.issue_per_scheduler = 1;
  c.core.extra_stages = 0;
  c.core.shared_bytes = 49152;
  c.core.shared_banks = 32;
  c.core.shared_latency = 1;
  for (UnitConfig& u : c.core.units) u = {.lanes = 32, .count = 1};
  for (OpTiming& t : c.core.timing) t = {.unit = Unit::Sp, .latency = 1, .initiation = 1};
  auto unit = [&](OpClass op, Unit u) { c.core.timing[static_cast<size_t>(op)].unit = u; };
  unit(OpClass::Sfu, Unit::Sfu);
  unit(OpClass::Double, Unit::Dp);
  for (OpClass op : {OpClass::Load, OpClass::Store, OpClass::Shared, OpClass::Atomic})
    unit(op, Unit::Lsu);
  c.registers.read_latency = 0;
  c.fetch.width = c.fetch.buffer = 4;
  c.fetch.latency = 1;
  c.arch = {};
  c.memory.model = "ideal";
  c.memory.latency = 10;
  c.memory.l1.bytes = 0;
  return c;
}

/// The names of all divergence mechanisms.
inline std::vector<const char*> mechanisms() {
  std::vector<const char*> names;
  for (const DivergenceInfo& d : divergences()) names.push_back(d.name);
  return names;
}

/// Tests look at what they are about.
class QuietObserver : public Observer {
 public:
  void launch_begins(Cycle, const Executable&, const Launch&) override {}
  void launch_ends(Cycle) override {}
  void fetch_begins(Cycle, uint32_t, GroupId, uint32_t) override {}
  void fetched(Cycle, uint32_t, GroupId, uint32_t) override {}
  void fetch_dropped(Cycle, uint32_t, GroupId) override {}
  void issued(Cycle, const IssuedPacket&) override {}
  void executes(Cycle, uint32_t, PacketId) override {}
  void completed(Cycle, uint32_t, PacketId) override {}
};

inline OpTiming& timing(MachineConfig& c, OpClass op) {
  return c.core.timing[static_cast<size_t>(op)];
}

/// A kernel with one pointer parameter to zeroed memory.
class TimedKernel {
 public:
  /// `body`: all instructions, the last `ret` apart.
  explicit TimedKernel(const std::string& body, uint32_t out_bytes = 1 << 17)
      : TimedKernel(
            std::make_shared<Source>("timed.ptx",
                                     ".version 7.8\n.target sm_80\n.address_size 64\n"
                                     ".visible .entry main(.param .u64 pout)\n{\n"
                                     ".reg .b32 %r<64>; .reg .b64 %rd<64>; .reg .pred %p<16>; "
                                     ".reg .f32 %f<16>; .reg .f64 %d<16>;\n" +
                                         body + "\nret;\n}\n"),
            out_bytes) {}
  TimedKernel(SourcePtr source, uint32_t out_bytes)
      : module_(load_module(std::move(source))),
        image_(place_module(module_, memory_)),
        bytes_(out_bytes) {
    out_ = memory_.allocate(out_bytes, Allocation::Kind::Buffer, "out");
  }

  LaunchResult run(const MachineConfig& config, uint32_t threads = 32, uint32_t blocks = 1,
                   uint32_t shared = 0) {
    Machine machine(ValidMachine(config), {.check = true, .progress = {}});
    return run(machine, threads, blocks, shared);
  }
  ExecutablePtr linked() const { return link(image_, "main"); }
  LaunchResult run(Machine& machine, uint32_t threads = 32, uint32_t blocks = 1,
                   uint32_t shared = 0) {
    return run(machine, linked(), threads, blocks, shared);
  }
  LaunchResult run(Machine& machine, const ExecutablePtr& kernel, uint32_t threads = 32,
                   uint32_t blocks = 1, uint32_t shared = 0) {
    std::byte parameters[8];
    std::memcpy(parameters, &out_, 8);
    Launch launch{{blocks, 1, 1}, {threads, 1, 1}, shared, {}, 0};
    launch.parameters = std::span(parameters, kernel->attributes.parameter_bytes);
    Environment environment{.memory = memory_, .print = {}};
    return machine.run(kernel, launch, environment);
  }
  /// As a device would launch it.
  RunCounts launch(Engine& engine, uint32_t threads = 32, uint32_t blocks = 1) {
    ExecutablePtr kernel = linked();
    std::byte parameters[8];
    std::memcpy(parameters, &out_, 8);
    Launch launch{{blocks, 1, 1}, {threads, 1, 1}, 0, {}, 0};
    launch.parameters = std::span(parameters, kernel->attributes.parameter_bytes);
    Environment environment{.memory = memory_, .print = {}};
    return engine.run(kernel, launch, environment);
  }

  std::vector<uint32_t> output(size_t words) {
    std::vector<uint32_t> out(words);
    memory_.read(out_, std::as_writable_bytes(std::span(out)));
    return out;
  }
  Address out() const { return out_; }
  void clear() {
    std::vector<std::byte> zeros(bytes_);
    memory_.write(out_, zeros);
  }

 private:
  DeviceMemory memory_;
  ProgramPtr module_;
  ModuleImage image_;
  uint32_t bytes_;
  Address out_ = 0;
};

inline uint64_t slots(const LaunchResult& r, Cause cause) {
  return r.sms[0].core.slots[static_cast<size_t>(cause)];
}

}  // namespace heddle::test
