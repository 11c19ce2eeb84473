// The memory that programs allocate, lend and copy. Every address is valid on both sides, so a copy
// is a memmove after its device ranges are checked.
#include <fmt/format.h>

#include <cstring>

#include "base/error.hpp"
#include "cudart/gpu.hpp"

namespace heddle::cudart {

void* Gpu::allocate(uint64_t bytes, MemoryType type, unsigned flags) {
  const char* label = type == MemoryType::Device    ? "device memory"
                      : type == MemoryType::Managed ? "managed memory"
                                                    : "pinned host memory";
  auto* pointer = reinterpret_cast<void*>(device_.allocate(bytes, label));
  pointers_[pointer] = {type, bytes, flags, false};
  return pointer;
}

bool Gpu::release(void* pointer, bool host_memory) {
  auto at = pointers_.find(pointer);
  if (at == pointers_.end() || at->second.borrowed) return false;
  if ((at->second.type == MemoryType::Host) != host_memory) return false;
  device_.free(reinterpret_cast<Address>(pointer));
  pointers_.erase(at);
  return true;
}

void Gpu::lend(void* pointer, uint64_t bytes, unsigned flags) {
  device_.memory().lend({static_cast<std::byte*>(pointer), bytes}, "registered host memory");
  pointers_[pointer] = {MemoryType::Host, bytes, flags, true};
}

void Gpu::place(uint64_t address, uint64_t bytes) {
  device_.allocate_at(address, bytes, "mapped memory");
  pointers_[reinterpret_cast<void*>(address)] = {MemoryType::Device, bytes, 0, false};
}

void Gpu::take_back(void* pointer) {
  device_.memory().take_back(reinterpret_cast<Address>(pointer));
  pointers_.erase(pointer);
}

const PointerInfo* Gpu::find(const void* pointer, const void** base) const {
  auto after = pointers_.upper_bound(pointer);
  if (after == pointers_.begin()) return nullptr;
  const auto& [start, info] = *std::prev(after);
  if (static_cast<const char*>(pointer) >= static_cast<const char*>(start) + info.size)
    return nullptr;
  if (base) *base = start;
  return &info;
}

Code Gpu::copy(void* to, const void* from, uint64_t bytes, int kind) {
  if (bytes == 0) return kSuccess;
  if (kind < kHostToHost || kind > kDefault) return kInvalidMemcpyDirection;
  if (!to || !from) return kInvalidValue;
  DeviceMemory& memory = device_.memory();
  // Where the program says "device", the range must be one; elsewhere it may be any memory.
  auto check = [&](const void* pointer, bool device, const char* what) {
    const auto address = reinterpret_cast<Address>(pointer);
    const bool ours = address >= UnifiedArena::kBase && address < (Address{1} << 46);
    if ((device || ours) && !memory.find(address, bytes))
      throw UsageError(
          fmt::format("cannot copy {} bytes {} {:#x}: the range is not inside one "
                      "live allocation of the device; {:#x} is {}",
                      bytes, what, address, address, memory.describe(address)));
  };
  check(from, kind == kDeviceToHost || kind == kDeviceToDevice, "from");
  check(to, kind == kHostToDevice || kind == kDeviceToDevice, "to");
  std::memmove(to, from, bytes);
  time_.add_copy(bytes);
  return kSuccess;
}

Code Gpu::fill(void* to, int value, uint64_t bytes) {
  if (bytes == 0) return kSuccess;
  device_.fill(reinterpret_cast<Address>(to), static_cast<std::byte>(value), bytes);
  time_.add_copy(bytes / 4);
  return kSuccess;
}

void Gpu::reset() {
  modules_.unload();
  for (auto it = pointers_.begin(); it != pointers_.end();) {
    if (it->second.borrowed)
      device_.memory().take_back(reinterpret_cast<Address>(it->first));
    else
      device_.free(reinterpret_cast<Address>(it->first));
    it = pointers_.erase(it);
  }
  streams_.clear();
  events_.clear();
  failed = kSuccess;
  modules_.place_managed();
}

}  // namespace heddle::cudart
