#include "memory_timing/memory_system.hpp"

#include <algorithm>

namespace heddle {

void MemorySystem::tick(Cycle now) {
  advance(reach(now));
  for (uint32_t sm = 0; sm < ports(); ++sm)
    if (port(sm).next_event() <= now) port(sm).tick(now);
}

Cycle MemorySystem::next_event() const {
  auto& self = const_cast<MemorySystem&>(*this);
  Cycle next = next_shared();
  for (uint32_t sm = 0; sm < ports(); ++sm) next = std::min(next, self.port(sm).next_event());
  return next;
}

}  // namespace heddle
