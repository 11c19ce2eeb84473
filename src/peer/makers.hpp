// The makers of the workloads, for the list in peer.cpp.
#pragma once

#include "peer/peer.hpp"

namespace heddle::peer {

std::unique_ptr<Workload> make_vecadd(Device& device, const std::filesystem::path& folder);
std::unique_ptr<Workload> make_mandel(Device& device, const std::filesystem::path& folder);
std::unique_ptr<Workload> make_bfs(Device& device, const std::filesystem::path& folder);
std::unique_ptr<Workload> make_matmul(Device& device, const std::filesystem::path& folder);
std::unique_ptr<Workload> make_hotspot(Device& device, const std::filesystem::path& folder);

}  // namespace heddle::peer
