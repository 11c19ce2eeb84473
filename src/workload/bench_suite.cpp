#include "workload/bench_suite.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::bench {

std::unique_ptr<workload::Driver> make_vecadd(const workload::Setup& setup);
std::unique_ptr<workload::Driver> make_mandel(const workload::Setup& setup);
std::unique_ptr<workload::Driver> make_bfs(const workload::Setup& setup);
std::unique_ptr<workload::Driver> make_matmul(const workload::Setup& setup);
std::unique_ptr<workload::Driver> make_hotspot(const workload::Setup& setup);

}  // namespace heddle::bench

namespace heddle::workload {

namespace {

constexpr BenchFigures timed(uint64_t instructions, uint64_t cycles, double cpu_seconds,
                             double per_second, uint64_t peak_mib) {
  return {.thread_instructions = instructions,
          .cycles = cycles,
          .cpu_seconds = cpu_seconds,
          .per_second = per_second,
          .peak_mib = peak_mib};
}
/// The median of the recorded rates.
constexpr BenchFigures functional(uint64_t instructions, double per_second) {
  return {.thread_instructions = instructions, .per_second = per_second};
}

// Two counts differ from the peer's. In mandel the peer rounds between the multiplication and the
// addition of an fma, so pixels on the boundary escape at other times. In bfs several threads may
// find the same node at once, and each of them executes three instructions more than a thread that
// finds the node taken; also, every thread ends at a branch to the shared return, which the peer
// executes as one more instruction.
constexpr BenchEntry kSuite[] = {
    {"vecadd", "c = a + b, 1M floats", 22'020'096, 1, timed(22'020'096, 85'482, 91, 242e3, 216),
     functional(22'020'096, 2.75e6), bench::make_vecadd},
    {"mandel", "256 x 256 pixels, up to 256 iterations", 36'262'010, 1,
     timed(36'266'406, 100'878, 68, 533e3, 84), functional(36'266'406, 6.9e6), bench::make_mandel},
    {"bfs", "64K nodes, 393,540 edges, one launch per level", 16'431'829, 10,
     timed(17'090'132, 439'014, 291, 59e3, 105), functional(17'090'132, 2.9e6), bench::make_bfs},
    {"matmul", "256 x 256 floats in shared-memory tiles", 64'487'424, 1,
     timed(64'487'424, 121'433, 165, 392e3, 143), functional(64'487'424, 7.65e6),
     bench::make_matmul},
    {"hotspot", "512 x 512 stencil, 4 steps", 59'637'760, 4,
     timed(59'637'760, 155'114, 244, 244e3, 343), functional(59'637'760, 4.15e6),
     bench::make_hotspot},
};

}  // namespace

std::span<const BenchEntry> bench_suite() { return kSuite; }

const BenchEntry& require_bench_entry(std::string_view name) {
  std::string known;
  for (const BenchEntry& entry : kSuite) {
    if (entry.name == name) return entry;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.name);
  }
  throw UsageError(fmt::format("unknown workload '{}'; known are: {}", name, known));
}

std::unique_ptr<Driver> make_driver(const BenchEntry& entry, Device& device) {
  auto ptx = std::ranges::find(embedded_bench_kernels(), entry.name, &EmbeddedText::name);
  Module module =
      device.load_text(std::string(ptx->text), fmt::format("bench/kernels/{}.ptx", entry.name));
  return entry.make({device, module, {}, 1});
}

}  // namespace heddle::workload
