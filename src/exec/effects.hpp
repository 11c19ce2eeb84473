// The second half of a memory instruction: once its addresses are checked, values move between
// registers and memory, either immediately or later.
//
// Cores may run ahead of each other, and the results must not depend on the order in which the host
// runs them. Such a core has an EffectLog. An access of memory that other blocks can see is checked
// when its instruction issues, and its operands are copied into the log. The machine applies the
// writes of all logs in the order (cycle, core, issue), always before a result is due. Accesses of
// the block's own memory (shared, local, parameters) and of constants are never deferred.
//
// A load reads memory at once, although writes that come before it may still wait in some log. When
// these are applied, the loads whose memory they may have changed read again, at their place in the
// order. Nobody has used their results yet.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

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
  uintptr_t base = 0;                  // host addresses are this and that of the thread:
  const uintptr_t* at = nullptr;       // one per thread; that of the first if contiguous
  const Address* addresses = nullptr;  // null: all are in device memory
  /// Rows that are stored, or combined with memory; null behind the last. Not cleared: every
  /// access makes an effect.
  std::array<const void*, kMaxValues> values;

  /// The host address of a thread's data.
  uintptr_t host(uint32_t lane, uintptr_t bytes) const {
    return contiguous ? base + at[0] + lane * bytes : base + at[lane];
  }
  uintptr_t first() const { return base + at[0]; }
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

/// Lines of memory that some accesses write. May contain others as well.
class WriteFilter {
 public:
  bool empty() const { return empty_; }
  void clear() {
    if (!empty_) bits_.fill(0);
    empty_ = true;
  }
  void add(uintptr_t first, size_t bytes) {
    empty_ = false;
    for_each(first, bytes, [&](uint32_t bit) { bits_[bit / 64] |= uint64_t{1} << bit % 64; });
  }
  bool has(uintptr_t first, size_t bytes) const {
    bool result = false;
    for_each(first, bytes, [&](uint32_t bit) { result |= bits_[bit / 64] >> bit % 64 & 1; });
    return result;
  }

 private:
  static constexpr uint32_t kLineShift = 7, kBits = 4096;
  template <class F>
  static void for_each(uintptr_t first, size_t bytes, F&& f) {
    for (uintptr_t line = first >> kLineShift; line <= (first + bytes - 1) >> kLineShift; line++)
      f(static_cast<uint32_t>(line * 0x9e37'79b9'7f4a'7c15 >> 52));
  }
  std::array<uint64_t, kBits / 64> bits_{};
  bool empty_ = true;
};

class EffectLog {
 public:
  static constexpr uint64_t kNone = ~uint64_t{0};

  bool empty() const { return first_ == entries_.size(); }
  /// When the oldest access in the log happened; there is one.
  uint64_t oldest() const { return entries_[first_].time; }
  /// Copies what the effect refers to. `value_bytes`: of a row of values. `load`: the effect has
  /// taken place, and may have to take place again.
  void add(uint64_t time, Finish action, const Effect& effect, uint32_t values,
           uint32_t value_bytes, bool load);

  /// Adds the memory that accesses before `end` write.
  void add_writes(uint64_t end, WriteFilter& filter) const;
  /// Loads of memory that is written will take place again, in their turn.
  void repeat_loads(const WriteFilter& written);
  /// Drops the loads before the first access that has to take place in its turn, if that is before
  /// `end`; returns its time. Else drops the accesses before `end`, which are all loads, and
  /// returns kNone.
  uint64_t next_in_turn(uint64_t end);
  /// The accesses of this time, which are the oldest, take place.
  void finish(uint64_t time);

 private:
  struct Record {
    Finish finish = nullptr;
    uint32_t size = 0, values = 0, value_bytes = 0;
    Effect effect;  // its pointers to addresses and values are not valid
  };
  /// What must be known of every access. They lie together, since the machine looks at those of all
  /// cores.
  struct Entry {
    uint64_t time = 0;
    uint64_t at = 0;       // of the record, in all bytes that were ever added
    uintptr_t first = 0;   // the memory accessed, if it is contiguous
    uint32_t bytes = 0;    // 0: it is not
    bool in_turn = false;  // takes place in its turn; a load otherwise has taken place
    bool writes = false;
  };
  Record& record(const Entry& entry) {
    return *reinterpret_cast<Record*>(bytes_.get() + (entry.at - base_));
  }
  const Record& record(const Entry& entry) const {
    return *reinterpret_cast<const Record*>(bytes_.get() + (entry.at - base_));
  }
  /// Calls f(first, bytes) for each part of memory that is accessed.
  template <class F>
  void for_each_part(const Entry& entry, F&& f) const;
  void take_place(const Entry& entry);
  void drop_oldest();
  std::byte* make_room(size_t size);

  struct FreeAligned {
    void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{64}); }
  };
  std::unique_ptr<std::byte[], FreeAligned> bytes_;
  size_t capacity_ = 0, head_ = 0, tail_ = 0;
  uint64_t base_ = 0;  // what `at` is of the first of bytes_
  std::vector<Entry> entries_;
  size_t first_ = 0;      // the oldest that waits
  uint32_t writing_ = 0;  // entries that write
};

/// Checks the access of an instruction and lets it take effect: `finish` now, or later for threads
/// whose access has to wait. `values`: the rows that it stores or combines.
template <Finish finish>
void perform(const Op& op, Lanes& lanes, uint32_t mask, AccessKind kind,
             std::span<const Ref> values = {}, uint32_t value_bytes = 0) {
  HostAddresses host;
  resolve_access(op, lanes, mask, kind, host);
  Effect effect;
  effect.op = &op;
  effect.tile = lanes.tile;
  effect.refs = lanes.refs;
  effect.changes = lanes.memory->changes;
  effect.mask = mask;
  effect.contiguous = host.contiguous;
  effect.base = host.base;
  effect.at = host.at;
  effect.addresses = lanes.access.address;
  for (size_t n = 0; n < values.size(); n++) effect.values[n] = lanes.read<std::byte>(values[n]);
  if (values.size() < Effect::kMaxValues) effect.values[values.size()] = nullptr;
  if (lanes.log == nullptr || host.device == 0) [[likely]]
    return finish(effect);
  auto count = static_cast<uint32_t>(values.size());
  const bool load = kind == AccessKind::Read;
  if (uint32_t now = load ? mask : mask & ~host.device; now != 0) {
    effect.mask = now;
    finish(effect);
  }
  effect.mask = mask & host.device;
  effect.addresses = nullptr;
  lanes.log->add(lanes.clock, finish, effect, count, value_bytes, load);
}

}  // namespace heddle
