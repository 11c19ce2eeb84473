// What the machine needs of a memory hierarchy beyond its ports: who was told something, and
// threads that may help.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "memory_timing/memory_system.hpp"

namespace heddle {

/// Host threads that share numbered tasks: each task is run once, by any of them, and all have been
/// run when `run` returns. A task prefers the same thread in every run over the same `numbers`.
class Helpers {
 public:
  using Work = std::function<void(uint32_t task, uint32_t thread)>;
  virtual ~Helpers() = default;
  virtual void run(std::span<const uint32_t> tasks, uint32_t numbers, const Work& work) = 0;
};

class SharedMemory : public MemorySystem {
 public:
  /// `advance` may use these threads; null: it may not.
  void share_work(Helpers* helpers) { helpers_ = helpers; }
  /// The ports that the last `advance` has told anything; some may be listed more than once.
  const std::vector<uint32_t>& told() const { return told_; }

 protected:
  Helpers* helpers_ = nullptr;
  std::vector<uint32_t> told_;  // `advance` begins by clearing it
};

/// As make_memory_system.
std::unique_ptr<SharedMemory> make_shared_memory(const ValidMachine& config);

}  // namespace heddle
