// One block of a kernel given as PTX text, for a core that a test drives by itself.
#pragma once

#include <cstring>
#include <memory>
#include <string>

#include "exec/kernel.hpp"
#include "numbers.hpp"
#include "sm/check/invariant.hpp"
#include "sm/core.hpp"

namespace heddle::test {

struct LoneBlock {
  LoneBlock(const std::string& body, uint32_t threads, uint32_t shared = 0)
      : module(load_module(std::make_shared<Source>("t.ptx", KernelRun::kernel(body)))),
        image(place_module(module, device)),
        out(device.allocate(4096, Allocation::Kind::Buffer, "out")),
        kernel(link(image, "main")),
        launch{{1, 1, 1}, {threads, 1, 1}, shared, {}, 0} {
    std::memcpy(parameters, &out, sizeof parameters);
    launch.parameters = std::span(parameters, kernel->attributes.parameter_bytes);
    constants = launch_constants(*kernel, launch);
  }
  LoneBlock(const LoneBlock&) = delete;
  LoneBlock& operator=(const LoneBlock&) = delete;

  /// The core begins with it.
  void start(Core& core, TimedCodePtr code) {
    core.start(std::move(code), launch);
    auto block = std::make_unique<ResidentBlock>(*kernel, launch, constants.data(), environment);
    block->block.reset(0, 0);
    core.admit(std::move(block), 0_cycle);
  }
  /// Runs it under watch; returns what a checker reports.
  std::string objection(Core& core, MemorySystem& memory, TimedCodePtr code) {
    start(core, std::move(code));
    try {
      for (Cycle now; now < 5000_cycle && !core.empty(); ++now) {
        memory.tick(now);
        core.tick(now);
      }
    } catch (const InvariantError& e) {
      return e.what();
    }
    return core.empty() ? "none" : "none, and it hangs";
  }

  ProgramPtr module;
  DeviceMemory device;
  ModuleImage image;
  Address out;
  ExecutablePtr kernel;
  Launch launch;
  std::byte parameters[8];
  std::vector<std::byte> constants;
  Environment environment{.memory = device, .print = {}};
};

}  // namespace heddle::test
