// Where and when a packet executes, as the units of a core have decided.
#pragma once

#include <cstdint>

#include "sm/check/lane_occupancy.hpp"

namespace heddle {

struct Reserved {
  uint32_t delay = 0;      // cycles until the result can be used
  uint32_t begins = 0;     // cycles until the operands have been read
  LaneOccupancy::Row row;  // the lanes it takes
};

/// Cycles between issue and execution when operands do not conflict.
inline uint32_t stages_before_execution(const MachineConfig& config) {
  // Of cascaded schedulers, the first takes one of their cycles before the second issues both.
  uint32_t before = config.arch.secondary == "best-fit" ? 2 : 1;
  return std::max(config.core.scheduler_latency, before) - before + config.core.extra_stages +
         config.registers.read_latency + (config.fetch.ahead ? 0 : config.fetch.latency);
}

}  // namespace heddle
