#include "peer/peer.hpp"

#include <fmt/format.h>

#include "peer/makers.hpp"

namespace heddle::peer {

namespace {

// Two counts differ from the peer's. In mandel the peer rounds between the multiplication and the
// addition of fma, so pixels on the boundary escape at other times. In bfs several threads may find
// the same node at once; each executes three instructions more than one that comes too late.
constexpr Entry kWorkloads[] = {
    {"vecadd", "c = a + b, 1M floats", 22'020'096, 22'020'096, 1, make_vecadd},
    {"mandel", "256 x 256 pixels, up to 256 iterations", 36'262'010, 36'266'406, 1, make_mandel},
    {"bfs", "64K nodes, 393,540 edges, one launch per level", 17'087'189, 17'090'132, 10, make_bfs},
    {"matmul", "256 x 256 floats in shared-memory tiles", 64'487'424, 64'487'424, 1, make_matmul},
    {"hotspot", "512 x 512 stencil, 4 steps", 59'637'760, 59'637'760, 4, make_hotspot},
};

}  // namespace

std::span<const Entry> workloads() { return kWorkloads; }

const Entry& find_workload(std::string_view name) {
  std::string known;
  for (const Entry& entry : kWorkloads) {
    if (entry.name == name) return entry;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", entry.name);
  }
  throw UsageError(fmt::format("unknown workload '{}'; known are: {}", name, known));
}

}  // namespace heddle::peer
