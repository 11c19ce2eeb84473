#include "exec/launch.hpp"

#include <cstring>

namespace heddle {

namespace {

uint64_t special_value(const Executable& kernel, const Launch& launch, Special special) {
  switch (special) {
    case Special::NtidX: return launch.block.x;
    case Special::NtidY: return launch.block.y;
    case Special::NtidZ: return launch.block.z;
    case Special::NctaidX: return launch.grid.x;
    case Special::NctaidY: return launch.grid.y;
    case Special::NctaidZ: return launch.grid.z;
    case Special::NwarpId: return (launch.block.count() + kTileThreads - 1) / kTileThreads;
    case Special::GridId: return launch.grid_id;
    case Special::NsmId: return launch.sms;
    case Special::DynamicSmemSize: return launch.dynamic_shared;
    case Special::TotalSmemSize:
      return uint64_t{kernel.attributes.static_shared_bytes} + launch.dynamic_shared;
    case Special::WorkspaceHigh: return launch.workspace >> 32;
    case Special::WorkspaceLow: return launch.workspace & 0xffffffff;
    default: return 0;
  }
}

uint64_t parameter_value(const Launch& launch, const LaunchConstant& c) {
  uint64_t value = 0;
  std::memcpy(&value, launch.parameters.data() + c.parameter, c.bytes);
  if (c.sign_extend && c.bytes < 8) {
    uint32_t shift = 64 - 8 * c.bytes;
    value = static_cast<uint64_t>(static_cast<int64_t>(value << shift) >> shift);
  }
  if (c.register_bytes < 8) value &= (uint64_t{1} << (8 * c.register_bytes)) - 1;
  return value;
}

}  // namespace

std::vector<std::byte> launch_constants(const Executable& kernel, const Launch& launch) {
  std::vector<std::byte> constants = kernel.constants;
  for (const LaunchConstant& c : kernel.launch_constants) {
    uint64_t value = c.kind == LaunchConstant::Kind::Parameter
                         ? parameter_value(launch, c)
                         : special_value(kernel, launch, c.special);
    std::byte* row = constants.data() + c.offset;
    size_t size = c.wide ? 8 : 4;
    for (uint32_t i = 0; i < kTileThreads; i++) std::memcpy(row + size * i, &value, size);
  }
  return constants;
}

}  // namespace heddle
