// The second half of a memory instruction: once its addresses are checked, values move between
// registers and memory, either immediately or later.
//
// Cores may run ahead of each other, and the results must not depend on the order in which the host
// runs them. Such a core has an EffectLog. An access of memory that other blocks can see is checked
// when its instruction issues, its operands are copied, and the rest is deferred to the log. The
// machine applies the accesses of all logs in the order (cycle, core, issue), always before a
// result is due. Accesses of the block's own memory (shared, local, parameters) and of constants
// are never deferred.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>

#include "exec/block_memory.hpp"
#include "exec/op.hpp"

namespace heddle {

struct Effect {
  static constexpr uint32_t kMaxValues = 8;

  const Op* op = nullptr;
  std::byte* tile = nullptr;  // where results go
  const Ref* refs = nullptr;
  uint64_t* changes = nullptr;
  uint32_t mask = 0;
  bool contiguous = false;             // full mask, and each thread's data follows its neighbour's
  const uintptr_t* at = nullptr;       // host address per thread; of the first if contiguous
  const Address* addresses = nullptr;  // null: all are in device memory
  std::array<const void*, kMaxValues> values{};  // rows that are stored, or combined with memory

  template <class Raw>
  Raw* destination(Ref r) const {
    return reinterpret_cast<Raw*>(tile + r.offset);
  }
  template <class Raw>
  const Raw* value(uint32_t n) const {
    return static_cast<const Raw*>(values[n]);
  }
  bool in_shared(int lane) const {
    return addresses != nullptr && (addresses[lane] & kWindowMask) == kSharedWindow;
  }
};
using Finish = void (*)(const Effect& effect);

class EffectLog {
 public:
  bool empty() const { return head_ == tail_; }
  /// When the oldest effect happened; there is one.
  uint64_t oldest() const { return front().time; }
  /// Copies what the effect refers to. `value_bytes`: of a row of values.
  void add(uint64_t time, Finish finish, const Effect& effect, uint32_t values,
           uint32_t value_bytes);
  /// The oldest effect takes place.
  void finish_oldest();

 private:
  struct Record {
    Finish finish = nullptr;
    uint64_t time = 0;
    uint32_t size = 0, values = 0, value_bytes = 0;
    Effect effect;  // its pointers to addresses and values are not valid
  };
  const Record& front() const { return *reinterpret_cast<const Record*>(bytes_.get() + head_); }
  std::byte* make_room(size_t size);

  struct FreeAligned {
    void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{64}); }
  };
  std::unique_ptr<std::byte[], FreeAligned> bytes_;
  size_t capacity_ = 0, head_ = 0, tail_ = 0;
};

/// Checks the access of an instruction and lets it take effect: `finish` now, for threads whose
/// access has to wait, later. `values`: the rows that it stores or combines.
template <Finish finish>
void perform(const Op& op, Lanes& lanes, uint32_t mask, AccessKind kind,
             std::span<const Ref> values = {}, uint32_t value_bytes = 0) {
  HostAddresses host;
  resolve_access(op, lanes, mask, kind, host);
  Effect effect{&op,  lanes.tile,      lanes.refs, lanes.memory->changes,
                mask, host.contiguous, host.at,    lanes.access.address};
  for (size_t n = 0; n < values.size(); n++) effect.values[n] = lanes.read<std::byte>(values[n]);
  if (lanes.log == nullptr || host.device == 0) [[likely]]
    return finish(effect);
  auto count = static_cast<uint32_t>(values.size());
  if (uint32_t now = mask & ~host.device; now != 0) {
    effect.mask = now;
    finish(effect);
    effect.mask = mask & host.device;
  }
  effect.addresses = nullptr;
  lanes.log->add(lanes.clock, finish, effect, count, value_bytes);
}

}  // namespace heddle
