// An instruction as dependences see it: the registers it reads and writes.
#pragma once

#include <initializer_list>

#include "sm/timed_code.hpp"

namespace heddle::test {

inline TimedOp op(std::initializer_list<uint16_t> sources,
                  std::initializer_list<uint16_t> destinations) {
  TimedOp out;
  for (uint16_t s : sources) out.sources[out.source_count++] = s;
  for (uint16_t d : destinations) out.destinations[out.destination_count++] = d;
  return out;
}

}  // namespace heddle::test
