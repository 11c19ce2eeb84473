// The architectural state of one resident block: registers, call frames, memory and live threads.
// It knows nothing about scheduling or time; a core decides which threads execute what, and when.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "exec/block_memory.hpp"
#include "exec/fault.hpp"
#include "exec/launch.hpp"

namespace heddle {

/// The result of a `ret`: the next instruction of each thread of a warp.
struct ReturnOutcome {
  uint32_t exited = 0;  // threads that returned from the kernel itself
  LinkedPc pc[kTileThreads];
};

class Block {
 public:
  Block(const Executable& kernel, const Launch& launch, const std::byte* constants,
        Environment& environment);

  /// Reinitialises the object as block `index` of the grid, on multiprocessor `sm`.
  void reset(uint64_t index, uint32_t sm = 0);
  /// From now on, changes of memory are counted here and not in the environment.
  void count_changes_in(uint64_t& changes) { memory_.changes = &changes; }

  const Executable& kernel() const { return kernel_; }
  uint32_t warp_count() const { return static_cast<uint32_t>(live_.size()); }
  uint32_t live(uint32_t warp) const { return live_[warp]; }
  uint32_t live_threads() const { return live_threads_; }
  uint64_t index() const { return index_; }
  std::array<uint32_t, 3> coordinates() const { return coordinates_; }
  std::array<uint32_t, 3> thread_coordinates(uint32_t thread) const;

  /// The context in which handlers execute threads of a warp.
  Lanes& lanes(uint32_t warp) {
    lanes_.tile = tiles_.get() + size_t{warp} * tile_stride_;
    lanes_.first_thread = warp * kTileThreads;
    return lanes_;
  }
  uint32_t call_depth(uint32_t thread) const { return depth_[thread]; }
  /// The return address of a thread inside a function.
  LinkedPc return_pc(uint32_t thread) const { return calls_[thread].frames.back().return_pc; }

  /// Fingerprints of the registers and call stack of each thread of a mask, by lane. A fingerprint
  /// is unchanged if nothing in them has changed.
  void fingerprint(uint32_t warp, uint32_t mask, std::span<uint64_t, kTileThreads> out);

  void exit(uint32_t warp, uint32_t mask);
  /// Enters a function: saves the registers that recursion would overwrite and passes parameters.
  /// Throws Fault if the stack overflows. `function` indexes Executable::functions.
  void call(uint32_t warp, uint32_t mask, const CallSite& site, uint32_t function, LinkedPc pc);
  ReturnOutcome return_from_call(uint32_t warp, uint32_t mask);
  /// vprintf, malloc, free, __assertfail for the threads of a mask, in order.
  void call_builtin(uint32_t warp, uint32_t mask, const CallSite& site, Builtin builtin);

 private:
  struct Frame {
    LinkedPc return_pc;
    uint32_t function;  // the callee, in Executable::functions
    uint32_t call_site;
    uint32_t frame_base, stack_top;  // of the caller
    uint32_t saved;                  // first saved word
  };
  struct Thread {
    std::vector<Frame> frames;
    std::vector<uint32_t> saved;
  };

  void fill_special_rows();
  void fill_special_row(const SpecialRow& s, uint32_t warp);
  uint32_t read_word(uint32_t lane, WordRef w) const;
  void write_word(uint32_t lane, WordRef w, uint32_t value);
  uint64_t argument(uint32_t lane, const CallSite& site, size_t first_word, bool wide) const;
  std::string read_string(uint32_t lane, Address address);
  /// Counts the arguments it consumes in `consumed`.
  std::string format(uint32_t lane, Address format_address, Address arguments, uint32_t& consumed);

  const Executable& kernel_;
  Launch launch_;
  Environment& environment_;
  uint64_t index_ = 0;
  uint32_t sm_ = 0;
  std::array<uint32_t, 3> coordinates_{};
  uint32_t threads_ = 0;
  uint32_t live_threads_ = 0;

  struct FreeAligned {
    void operator()(std::byte* p) const { ::operator delete[](p, std::align_val_t{64}); }
  };
  std::unique_ptr<std::byte[], FreeAligned> tiles_;
  size_t tile_stride_ = 0;
  std::vector<uint32_t> live_;   // per warp
  std::vector<uint32_t> depth_;  // per thread
  std::vector<Thread> calls_;    // per thread; empty if the kernel calls nothing
  std::vector<std::byte> shared_;
  std::vector<std::byte> local_;
  BlockMemory memory_;
  Lanes lanes_;
};

}  // namespace heddle
