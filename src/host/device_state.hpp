// The state shared by the handles of the host API. Handles hold it by shared_ptr, so a Buffer or a
// Kernel that outlives its Device remains valid.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "exec/executable.hpp"
#include "host/types.hpp"

namespace heddle {

struct DeviceState {
  explicit DeviceState(DeviceOptions o)
      : options(std::move(o)),
        memory({.total_bytes = options.memory_bytes,
                .heap_bytes = options.heap_bytes,
                .unified = options.unified_memory}) {}

  DeviceOptions options;
  DeviceMemory memory;
  DeviceTotals totals;
  std::map<std::string, Address> symbol_places;  // where variables must lie
  uint32_t next_grid_id = 1;
  uint32_t next_stream = 1;
};

struct ModuleState {
  ModuleState(std::shared_ptr<DeviceState> d, ProgramPtr module);
  ~ModuleState();
  ModuleState(const ModuleState&) = delete;
  ModuleState& operator=(const ModuleState&) = delete;

  const Function& function(uint32_t index) const { return image.module->functions[index]; }
  /// Links the kernel on the first call; throws what `link` throws.
  const ExecutablePtr& executable(uint32_t index);

  std::shared_ptr<DeviceState> device;
  ModuleImage image;
  std::map<uint32_t, ExecutablePtr> linked;     // by function
  std::map<uint32_t, uint32_t> dynamic_shared;  // allowed by allow_dynamic_shared, by function
};

}  // namespace heddle
