// The one simulated GPU of the process, and everything that a CUDA program can name: memory,
// modules, streams, events. The library is loaded into the user's program and its functions have no
// other place to find their state, so this is the one object that lives for the whole process;
// everything else is a member of it. It is never destroyed: destructors of the program may still
// call.
//
// Work is done when a call returns, in the order of the calls. This is one of the orders that CUDA
// allows, and always the same one. Calls of several threads take turns (`Entrance`, calls.hpp).
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "config/validate.hpp"
#include "cuda/run_settings.hpp"
#include "cudart/launch_engine.hpp"
#include "cudart/modules.hpp"
#include "cudart/simulated_time.hpp"
#include "cudart/types.hpp"
#include "host/heddle.hpp"

namespace heddle::cudart {

struct StreamState {
  uint64_t id = 0;
  unsigned flags = 0;
  int priority = 0;
};

struct EventState {
  unsigned flags = 0;
  bool recorded = false;
  uint64_t picoseconds = 0;
};

/// What the program asked for when it allocated a pointer.
struct PointerInfo {
  MemoryType type = MemoryType::Device;
  uint64_t size = 0;
  unsigned flags = 0;
  bool borrowed = false;  // cudaHostRegister
};

class Gpu {
 public:
  /// Throws UsageError, IoError for bad settings; then no call can succeed.
  Gpu();
  static Gpu& instance();

  std::recursive_mutex& mutex() { return mutex_; }
  Device& device() { return device_; }
  Modules& modules() { return modules_; }
  SimulatedTime& time() { return time_; }
  LaunchEngine& engine() { return *engine_; }
  const MachineConfig& machine() const { return *machine_; }
  const cuda::RunSettings& settings() const { return settings_; }

  // memory.cpp
  void* allocate(uint64_t bytes, MemoryType type, unsigned flags = 0);
  /// False unless `pointer` is the start of live memory of one of the types.
  bool release(void* pointer, bool host_memory);
  void lend(void* pointer, uint64_t bytes, unsigned flags);
  void take_back(void* pointer);
  /// Addresses for `place` that nothing else uses.
  uint64_t reserve(uint64_t bytes) { return std::exchange(reserved_, reserved_ + bytes); }
  /// Device memory at a given address; throws UsageError if it is taken.
  void place(uint64_t address, uint64_t bytes);
  /// The allocation that contains the pointer; null for other memory of the host.
  const PointerInfo* find(const void* pointer, const void** base = nullptr) const;
  Code copy(void* to, const void* from, uint64_t bytes, int kind);
  Code fill(void* to, int value, uint64_t bytes);
  void reset();

  // launch.cpp
  struct Shape {
    Dim grid, block;
    size_t shared_bytes = 0;
    bool cooperative = false;
  };
  Code launch(KernelEntry& kernel, const Shape& shape, void** arguments);
  Code launch_block(KernelEntry& kernel, const Shape& shape, std::span<const std::byte> block);
  /// Blocks of a kernel that a core can hold at once.
  int resident_blocks(KernelEntry& kernel, uint64_t threads, uint64_t dynamic_shared);
  /// Without timing it is that of the compute capability, as for all limits on shared memory.
  uint32_t core_shared_bytes() const;

  // Streams and events: null and the numbers 1 and 2 are the default streams.
  StreamState* add_stream(unsigned flags, int priority);
  bool is_stream(const void* stream) const;
  /// Null for a default stream.
  StreamState* find_stream(void* stream) const;
  bool remove_stream(void* stream);
  EventState* add_event(unsigned flags);
  EventState* find_event(void* event) const;
  bool remove_event(void* event);

  /// An error that all further calls return: a kernel has failed.
  Code failed = kSuccess;
  int cache_preference = 0;

 private:
  Code run(KernelEntry& kernel, const Shape& shape, std::span<const std::byte> block);
  void begin_progress();

  std::recursive_mutex mutex_;
  cuda::RunSettings settings_;
  ValidMachine machine_;
  std::shared_ptr<LaunchEngine> engine_;
  Device device_;
  Modules modules_;
  SimulatedTime time_;
  Address workspace_ = 0;  // of cooperative launches
  std::map<const void*, PointerInfo> pointers_;
  uint64_t reserved_ = UnifiedArena::kBase + (uint64_t{1} << 43);  // behind all other memory
  uint64_t next_stream_ = 3;
  std::map<void*, std::unique_ptr<StreamState>> streams_;
  std::map<void*, std::unique_ptr<EventState>> events_;
};

}  // namespace heddle::cudart
