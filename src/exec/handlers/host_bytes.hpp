// Reads and writes values at unaligned host addresses.
#pragma once

#include <cstdint>
#include <cstring>

namespace heddle {

template <class T>
T peek(uintptr_t address) {
  T value;
  std::memcpy(&value, reinterpret_cast<const void*>(address), sizeof(T));
  return value;
}

/// Returns true if the value in memory changed.
template <class T>
bool poke(uintptr_t address, T value) {
  auto* to = reinterpret_cast<void*>(address);
  bool changes = std::memcmp(to, &value, sizeof(T)) != 0;
  std::memcpy(to, &value, sizeof(T));
  return changes;
}

}  // namespace heddle
