#include "cudart/properties.hpp"

#include <fmt/format.h>

#include <cstring>

#include "config/archs.hpp"

namespace heddle::cudart {

namespace {

// Members of cudaDeviceProp that are no attributes.
enum : int { kName = -1, kUuid = -2, kLuid = -3, kGlobalMemory = -4, kZero = -5, kReserved = -6 };

enum class As : uint8_t { Int, Size, Bytes };

/// `count` consecutive members; attributes count up with them.
struct Member {
  As as;
  int number;
  uint32_t count = 1;
};

// In the order of cudaDeviceProp; numbers are those of cudaDeviceAttr.
constexpr Member kUpToGrid[] = {
    {As::Bytes, kName, 256},
    {As::Bytes, kUuid, 16},
    {As::Bytes, kLuid, 8},
    {As::Int, kZero},
    {As::Size, kGlobalMemory},
    {As::Size, 8},
    {As::Int, 12},
    {As::Int, 10},
    {As::Size, 11},
    {As::Int, 1},
    {As::Int, 2, 3},
    {As::Int, 5, 3},
};
constexpr Member kCapability[] = {
    {As::Size, 9}, {As::Int, 75}, {As::Int, 76}, {As::Size, 14}, {As::Size, 51},
};
constexpr Member kTextures[] = {
    {As::Int, 22, 2}, {As::Int, 73, 2}, {As::Int, 70, 3}, {As::Int, 45, 2}, {As::Int, 24, 3},
    {As::Int, 47, 3}, {As::Int, 52},    {As::Int, 42, 2}, {As::Int, 27, 3}, {As::Int, 53, 2},
    {As::Int, 55},    {As::Int, 56, 2}, {As::Int, 58, 3}, {As::Int, 61, 2}, {As::Int, 63, 3},
    {As::Int, 66},    {As::Int, 67, 2}, {As::Size, 30},   {As::Int, 31},    {As::Int, 32},
    {As::Int, 33},    {As::Int, 34},    {As::Int, 50},    {As::Int, 35},    {As::Int, 40},
    {As::Int, 41},
};
constexpr Member kCaches[] = {
    {As::Int, 37}, {As::Int, 38}, {As::Int, 108}, {As::Int, 39}, {As::Int, 78},
    {As::Int, 79}, {As::Int, 80}, {As::Size, 81}, {As::Int, 82}, {As::Int, 83},
    {As::Int, 84}, {As::Int, 85}, {As::Int, 86},
};
constexpr Member kAccess[] = {
    {As::Int, 88}, {As::Int, 89}, {As::Int, 90}, {As::Int, 91}, {As::Int, 95}};
constexpr Member kBlocks[] = {{As::Size, 97}, {As::Int, 100}, {As::Int, 101},
                              {As::Int, 106}, {As::Int, 109}, {As::Size, 111}};
constexpr Member kSince12[] = {
    {As::Int, 99},  {As::Int, 112}, {As::Int, 113}, {As::Int, 114}, {As::Int, 115},
    {As::Int, 116}, {As::Int, 117}, {As::Int, 118}, {As::Int, 119}, {As::Int, 121},
    {As::Int, 125}, {As::Int, 120}, {As::Int, 102},
};

class Writer {
 public:
  explicit Writer(Gpu& gpu) : gpu_(gpu) {}

  void add(std::span<const Member> members) {
    for (const Member& m : members) add(m);
  }
  void add(const Member& m) {
    if (m.as == As::Bytes) {
      const std::string name = device_name(gpu_);
      const std::string text = m.number == kName ? name : std::string(m.count, 'h');
      align(1);
      const size_t at = out_.size();
      out_.resize(at + m.count);
      std::memcpy(out_.data() + at, text.data(), std::min<size_t>(text.size(), m.count - 1));
      return;
    }
    for (uint32_t i = 0; i < m.count; i++) {
      const int64_t value = value_of(m.number < 0 ? m.number : m.number + static_cast<int>(i));
      put(value, m.as == As::Size ? 8 : 4);
    }
  }
  std::vector<std::byte> finish() {
    align(8);
    return std::move(out_);
  }

 private:
  int64_t value_of(int number) {
    if (number == kGlobalMemory) return static_cast<int64_t>(gpu_.device().memory().total_bytes());
    return number < 0 ? 0 : attribute(gpu_, number).value_or(0);
  }
  void align(size_t to) { out_.resize((out_.size() + to - 1) / to * to); }
  void put(int64_t value, size_t bytes) {
    align(bytes);
    const size_t at = out_.size();
    out_.resize(at + bytes);
    std::memcpy(out_.data() + at, &value, bytes);
  }

  Gpu& gpu_;
  std::vector<std::byte> out_;
};

/// Attributes that follow from the machine.
std::optional<int> machine_attribute(Gpu& gpu, int number) {
  const MachineConfig& m = gpu.machine();
  const bool timed = gpu.settings().timed;
  const uint32_t shared =
      timed ? std::min(m.core.shared_bytes, LaunchLimits::kShared) : LaunchLimits::kShared;
  const uint32_t most_shared = gpu.core_shared_bytes();
  switch (number) {
    case 1: return static_cast<int>(std::min(m.core.max_threads, LaunchLimits::kThreads));
    case 8: return static_cast<int>(shared);
    case 12:
    case 82: return static_cast<int>(m.registers.registers);
    case 13: return static_cast<int>(m.clock.core);
    case 16: return static_cast<int>(m.sms);
    case 36: return static_cast<int>(m.clock.memory);
    case 37: return static_cast<int>(m.memory.partitions * m.memory.dram_bytes_per_cycle * 8);
    case 38: return static_cast<int>(m.memory.l2.bytes * m.memory.partitions);
    case 39: return static_cast<int>(m.core.max_threads);
    case 81:
    case 97: return static_cast<int>(most_shared);
    case 106: return static_cast<int>(m.core.max_blocks);
    default: return std::nullopt;
  }
}

}  // namespace

std::string device_name(Gpu& gpu) {
  const MachineConfig& m = gpu.machine();
  if (!gpu.settings().timed) return "heddle (functional)";
  return fmt::format("heddle {} {}", gpu.settings().preset, arch_name(m));
}

std::optional<int> attribute(Gpu& gpu, int number) {
  if (auto value = machine_attribute(gpu, number)) return value;
  switch (number) {
    case 2:
    case 3: return 1024;
    case 4: return 64;
    case 5: return 0x7fffffff;
    case 6:
    case 7: return 65535;
    case 9: return 65536;
    case 10: return 32;
    case 11: return 0x7fffffff;
    case 14:
    case 30: return 512;
    case 51: return 32;
    case 75: return Modules::kCapability / 10;
    case 76: return Modules::kCapability % 10;
    case 87: return 2;
    // 1: overlapping copies, mapped host memory, concurrent kernels, copy engines, unified
    // addresses, priorities, caches of global and local memory, managed memory, preemption,
    // registered memory by its own address, cooperative launches, host registration, pools.
    case 15:
    case 19:
    case 31:
    case 40:
    case 41:
    case 78:
    case 79:
    case 80:
    case 83:
    case 89:
    case 90:
    case 91:
    case 95:
    case 99:
    case 101:
    case 115: return 1;
    default: return number > 0 && number < 148 ? std::optional<int>(0) : std::nullopt;
  }
}

std::vector<std::byte> device_properties(Gpu& gpu, PropertyLayout layout) {
  const bool is13 = layout == PropertyLayout::Cuda13;
  Writer w(gpu);
  // What version 13 left out is between what all have in common.
  auto until12 = [&](As as, int number, uint32_t count = 1) {
    if (!is13) w.add({as, number, count});
  };
  w.add(kUpToGrid);
  until12(As::Int, 13);  // clockRate
  w.add(kCapability);
  until12(As::Int, 15);  // deviceOverlap
  w.add({As::Int, 16});
  until12(As::Int, 17);  // kernelExecTimeoutEnabled
  w.add({As::Int, 18});
  w.add({As::Int, 19});
  until12(As::Int, 20);  // computeMode
  w.add({As::Int, 21});
  w.add({As::Int, 77});
  until12(As::Int, 69);  // maxTexture1DLinear
  w.add(kTextures);
  until12(As::Int, 36);  // memoryClockRate
  w.add(kCaches);
  until12(As::Int, 87);  // singleToDoublePrecisionPerfRatio
  w.add(kAccess);
  until12(As::Int, 96);  // cooperativeMultiDeviceLaunch
  w.add(kBlocks);
  if (layout != PropertyLayout::Cuda11) w.add(kSince12);
  if (layout == PropertyLayout::Cuda12) w.add({As::Int, kReserved, 63});
  if (is13) w.add({As::Int, kReserved, 7 + 56});
  return w.finish();
}

}  // namespace heddle::cudart
