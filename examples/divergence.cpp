// Timed runs from C++: the same kernel under several divergence mechanisms, with statistics by name
// and an observer that sees every packet.
#include <array>
#include <cstdio>

#include "config/load.hpp"
#include "gpu/timed_engine.hpp"
#include "host/heddle.hpp"
#include "sm/observer.hpp"
#include "stats/run_statistics.hpp"

namespace {

// Even and odd threads take different paths through a loop.
constexpr const char* kPtx = R"(
.version 7.0
.target sm_80
.address_size 64

.visible .entry collatz(.param .u64 out, .param .u32 n)
{
  .reg .pred %p<4>;
  .reg .b32 %r<8>;
  .reg .b64 %rd<4>;
  mov.u32 %r1, %ctaid.x;
  mov.u32 %r2, %ntid.x;
  mov.u32 %r3, %tid.x;
  mad.lo.u32 %r1, %r1, %r2, %r3;
  ld.param.u32 %r4, [n];
  setp.ge.u32 %p1, %r1, %r4;
  @%p1 bra $RET;
  add.u32 %r5, %r1, 1;
  mov.u32 %r6, 0;
$LOOP:
  setp.le.u32 %p1, %r5, 1;
  @%p1 bra $DONE;
  add.u32 %r6, %r6, 1;
  and.b32 %r7, %r5, 1;
  setp.eq.u32 %p2, %r7, 0;
  @%p2 bra $EVEN;
  mad.lo.u32 %r5, %r5, 3, 1;
  bra $LOOP;
$EVEN:
  shr.u32 %r5, %r5, 1;
  bra $LOOP;
$DONE:
  ld.param.u64 %rd1, [out];
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r6;
$RET:
  ret;
}
)";

/// Counts packets by the number of their threads. Calls arrive in the order of simulated time.
class Widths : public heddle::Observer {
 public:
  void issued(heddle::Cycle, const heddle::IssuedPacket& packet) override {
    packets_[packet.threads.size() > 16 ? 1 : 0]++;
  }
  void launch_begins(heddle::Cycle, const heddle::Executable&, const heddle::Launch&) override {}
  void launch_ends(heddle::Cycle) override {}
  void fetch_begins(heddle::Cycle, uint32_t, heddle::GroupId, uint32_t) override {}
  void fetched(heddle::Cycle, uint32_t, heddle::GroupId, uint32_t) override {}
  void fetch_dropped(heddle::Cycle, uint32_t, heddle::GroupId) override {}
  void executes(heddle::Cycle, uint32_t, heddle::PacketId) override {}
  void completed(heddle::Cycle, uint32_t, heddle::PacketId) override {}

  uint64_t narrow() const { return packets_[0]; }
  uint64_t wide() const { return packets_[1]; }

 private:
  std::array<uint64_t, 2> packets_{};
};

uint32_t collatz_steps(uint32_t value) {
  uint32_t steps = 0;
  for (; value > 1; steps++) value = value % 2 == 0 ? value / 2 : 3 * value + 1;
  return steps;
}

}  // namespace

int main() try {
  const uint32_t n = 4000;
  for (const char* arch : {"pdom", "dwf", "large_warp", "dual_path"}) {
    // A preset, a mechanism, and any keys of docs/configuration.md.
    const std::string settings[] = {"sms=2"};
    const heddle::ValidMachine machine = heddle::load_machine("fermi", arch, settings);
    Widths widths;
    auto engine =
        std::make_shared<heddle::TimedEngine>(machine, heddle::MachineOptions{.observer = &widths});

    heddle::Device device({.engine = engine});
    heddle::Kernel kernel = device.load_text(kPtx, "collatz.ptx").kernel("collatz");
    auto out = device.buffer<uint32_t>(n, "out");
    device.launch(kernel, {.grid = {(n + 255) / 256}, .block = {256}}, out, n);

    std::vector<uint32_t> steps = out.read();
    for (uint32_t i = 0; i < n; i++)
      if (steps[i] != collatz_steps(i + 1)) {
        std::printf("%s: steps[%u] is %u\n", arch, i, steps[i]);
        return 1;
      }

    // One result per launch; statistics have the names of docs/statistics.md.
    const heddle::LaunchResult& result = engine->results().front();
    heddle::Counters total;
    for (const heddle::Counters& sm : result.sms) heddle::add_sm(total, sm);
    const heddle::Scope scope{*machine, machine->sms};
    const auto ipc = heddle::find_statistic("derived.ipc")->value(total, scope);
    std::printf(
        "%-10s %6llu cycles, %5.2f thread instructions per cycle, %llu of %llu packets "
        "with more than 16 threads\n",
        arch, static_cast<unsigned long long>(result.cycles), std::get<double>(*ipc),
        static_cast<unsigned long long>(widths.wide()),
        static_cast<unsigned long long>(widths.wide() + widths.narrow()));
  }
} catch (const heddle::Error& e) {
  std::fprintf(stderr, "%s\n", e.what());
  return 1;
}
