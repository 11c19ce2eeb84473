// Thrown by a handler when a thread does what it must not. The engine, which knows kernel, block
// and source line, turns it into an ExecutionError.
#pragma once

#include <cstdint>
#include <string>

namespace heddle {

struct Fault {
  uint32_t lane = 0;  // in the tile
  std::string message;
};

}  // namespace heddle
