// Launches, and how many blocks of a kernel fit on a core.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "cudart/errors.hpp"
#include "cudart/gpu.hpp"
#include "cudart/interruption.hpp"
#include "cudart/messages.hpp"

namespace heddle::cudart {

namespace {

constexpr uint64_t kMostWarpThreads = 32;

std::vector<std::byte> gather(const Kernel& kernel, void** arguments) {
  const auto& parameters = kernel.parameters();
  std::vector<std::byte> block(kernel.parameter_bytes());
  for (size_t i = 0; i < parameters.size(); i++)
    std::memcpy(block.data() + parameters[i].offset, arguments[i], parameters[i].size);
  return block;
}

}  // namespace

int Gpu::resident_blocks(KernelEntry& entry, uint64_t threads, uint64_t dynamic_shared) {
  const CoreConfig& core = machine_->core;
  const FunctionAttributes attributes = entry.kernel->attributes();
  if (threads == 0 || threads > attributes.max_threads_per_block) return 0;
  const uint64_t warps = (threads + core.warp - 1) / core.warp;
  uint64_t blocks = std::min<uint64_t>(core.max_blocks, core.max_warps / warps);
  blocks = std::min<uint64_t>(blocks, core.max_threads / (warps * core.warp));
  const uint64_t shared = attributes.static_shared_bytes + dynamic_shared;
  if (shared > 0) blocks = std::min<uint64_t>(blocks, core_shared_bytes() / shared);
  if (machine_->registers.limit_blocks && attributes.registers > 0) {
    const uint64_t step = std::max(1u, machine_->registers.granularity);
    const uint64_t warp =
        (uint64_t{attributes.registers} * std::max<uint64_t>(core.warp, kMostWarpThreads) + step -
         1) /
        step * step;
    blocks = std::min<uint64_t>(blocks, machine_->registers.registers / (warp * warps));
  }
  // Without timing, a core holds every block that CUDA allows.
  if (!settings_.timed && shared <= core_shared_bytes()) blocks = std::max<uint64_t>(blocks, 1);
  return static_cast<int>(blocks);
}

uint32_t Gpu::core_shared_bytes() const {
  return settings_.timed ? machine_->core.shared_bytes : LaunchLimits::kSharedOptIn;
}

Code Gpu::launch(KernelEntry& entry, const Shape& shape, void** arguments) {
  return launch_block(entry, shape, gather(*entry.kernel, arguments));
}

Code Gpu::launch_block(KernelEntry& entry, const Shape& shape, std::span<const std::byte> block) {
  const uint64_t threads = uint64_t{shape.block.x} * shape.block.y * shape.block.z;
  const uint64_t blocks = uint64_t{shape.grid.x} * shape.grid.y * shape.grid.z;
  if (shape.cooperative) {
    const auto fit = static_cast<uint64_t>(resident_blocks(entry, threads, shape.shared_bytes));
    if (blocks > fit * machine_->sms) {
      say(
          fmt::format("kernel '{}' needs all its {} blocks resident at once; {} cores of preset "
                      "'{}' hold {} each",
                      demangled(entry.name), blocks, machine_->sms, settings_.preset, fit));
      return kCooperativeLaunchTooLarge;
    }
  }
  if (shape.shared_bytes > LaunchLimits::kSharedOptIn) return kInvalidValue;
  return run(entry, shape, block);
}

void Gpu::begin_progress() {
  if (!settings_.progress) return;
  engine_->show_progress([this](const Progress& p) { show_progress(p, engine_->launches()); });
}

Code Gpu::run(KernelEntry& entry, const Shape& shape, std::span<const std::byte> block) {
  LaunchConfig config;
  config.grid = {shape.grid.x, shape.grid.y, shape.grid.z};
  config.block = {shape.block.x, shape.block.y, shape.block.z};
  config.dynamic_shared = static_cast<uint32_t>(shape.shared_bytes);
  if (shape.cooperative) {
    if (!workspace_) workspace_ = device_.allocate(kWorkspaceBytes, "cooperative workspace");
    device_.fill(workspace_, std::byte{0}, kWorkspaceBytes);
    config.workspace = workspace_;
  }
  begin_progress();
  try {
    const InterruptionScope scope;
    device_.launch_block(*entry.kernel, config, block);
  } catch (const InterruptedError&) {
    end_by_signal();
  } catch (const KernelError& e) {
    // As on hardware, the launch itself succeeds; the calls after it report the failure.
    say(e.what());
    if (dynamic_cast<const DeadlockError*>(&e))
      say("if it waits for the host or for another stream: a kernel cannot wait for the host or "
          "for another kernel, since kernels run one after the other, before their launches "
          "return");
    failed = code_of(e);
  } catch (const LaunchError& e) {
    say(e.what());
    return code_of(e);
  } catch (const UsageError& e) {  // a block that no core of the machine can hold
    say(e.what());
    return kOutOfResources;
  }
  time_.add_cycles(engine_->cycles(), machine_->clock.core);
  return kSuccess;
}

}  // namespace heddle::cudart
