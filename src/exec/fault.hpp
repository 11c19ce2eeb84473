// Thrown by a handler when a thread performs an illegal operation. The engine, which knows kernel,
// block and source line, converts it to an ExecutionError.
#pragma once

#include <cstdint>
#include <string>

#include "base/error.hpp"

namespace heddle {

struct Fault {
  uint32_t lane = 0;  // in the tile
  std::string message;
  FaultKind kind = FaultKind::Other;
};

}  // namespace heddle
