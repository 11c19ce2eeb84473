// Groups of threads that work together: the block, tiles of a warp, the threads that happen to be
// active, and the grid of a cooperative launch.
#pragma once
#define _COOPERATIVE_GROUPS_H_  // programs ask for it

#include "cuda_runtime.h"

#define HEDDLE_CG __device__ __attribute__((always_inline))

namespace cooperative_groups {

namespace heddle_details {

HEDDLE_CG inline unsigned lane() { return __nvvm_read_ptx_sreg_laneid(); }
HEDDLE_CG inline unsigned lanes_below() { return (1u << lane()) - 1; }
HEDDLE_CG inline unsigned rank_in_block() {
  return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
}
HEDDLE_CG inline unsigned block_threads() { return blockDim.x * blockDim.y * blockDim.z; }
HEDDLE_CG inline unsigned long long blocks() {
  return (unsigned long long)gridDim.x * gridDim.y * gridDim.z;
}
HEDDLE_CG inline unsigned long long block_rank() {
  return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
}
/// Where the runtime passes the state of a cooperative launch's barriers: zero-filled memory.
HEDDLE_CG inline unsigned* workspace() {
  unsigned high, low;
  asm volatile("mov.u32 %0, %%envreg1;" : "=r"(high));
  asm volatile("mov.u32 %0, %%envreg2;" : "=r"(low));
  return (unsigned*)(((unsigned long long)high << 32) | low);
}
/// Shuffles values of any size, word by word.
template <class T, class F>
HEDDLE_CG T shuffled(T value, F word_of) {
  static_assert(sizeof(T) % 4 == 0 || sizeof(T) < 4, "values of whole words");
  unsigned words[(sizeof(T) + 3) / 4] = {};
  __builtin_memcpy(words, &value, sizeof(T));
#pragma unroll
  for (unsigned i = 0; i < sizeof(words) / 4; i++) words[i] = word_of(words[i]);
  __builtin_memcpy(&value, words, sizeof(T));
  return value;
}

}  // namespace heddle_details

/// What all groups have. `members` is a mask of lanes if the group is part of a warp.
class thread_group {
 public:
  HEDDLE_CG unsigned size() const { return size_; }
  HEDDLE_CG unsigned num_threads() const { return size_; }
  HEDDLE_CG unsigned thread_rank() const {
    return in_warp_ ? __popc(members_ & heddle_details::lanes_below())
                    : heddle_details::rank_in_block();
  }
  HEDDLE_CG void sync() const {
    if (in_warp_)
      __syncwarp(members_);
    else
      __syncthreads();
  }
  HEDDLE_CG bool is_valid() const { return true; }

 protected:
  HEDDLE_CG thread_group(bool in_warp, unsigned members, unsigned size)
      : in_warp_(in_warp), members_(members), size_(size) {}
  friend HEDDLE_CG thread_group tiled_partition(const thread_group& parent, unsigned size);
  bool in_warp_;
  unsigned members_, size_;
};

class thread_block : public thread_group {
 public:
  HEDDLE_CG static void sync() { __syncthreads(); }
  HEDDLE_CG static unsigned thread_rank() { return heddle_details::rank_in_block(); }
  HEDDLE_CG static unsigned size() { return heddle_details::block_threads(); }
  HEDDLE_CG static unsigned num_threads() { return size(); }
  HEDDLE_CG static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  HEDDLE_CG static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
  HEDDLE_CG static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
  HEDDLE_CG static dim3 dim_threads() { return group_dim(); }

 private:
  HEDDLE_CG thread_block() : thread_group(false, 0, heddle_details::block_threads()) {}
  friend HEDDLE_CG thread_block this_thread_block();
};
HEDDLE_CG inline thread_block this_thread_block() { return thread_block(); }

class grid_group {
 public:
  HEDDLE_CG unsigned long long size() const {
    return heddle_details::blocks() * heddle_details::block_threads();
  }
  HEDDLE_CG unsigned long long num_threads() const { return size(); }
  HEDDLE_CG unsigned long long num_blocks() const { return heddle_details::blocks(); }
  HEDDLE_CG unsigned long long block_rank() const { return heddle_details::block_rank(); }
  HEDDLE_CG dim3 block_index() const { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
  HEDDLE_CG dim3 group_dim() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
  HEDDLE_CG dim3 dim_blocks() const { return group_dim(); }
  HEDDLE_CG unsigned long long thread_rank() const {
    return heddle_details::block_rank() * heddle_details::block_threads() +
           heddle_details::rank_in_block();
  }
  HEDDLE_CG bool is_valid() const { return heddle_details::workspace() != nullptr; }
  /// One thread per block counts; the last opens the next phase.
  HEDDLE_CG void sync() const {
    unsigned* state = heddle_details::workspace();
    if (!state) __trap();
    __syncthreads();
    if (heddle_details::rank_in_block() == 0) {
      volatile unsigned* phase = state + 1;
      const unsigned before = *phase;
      __threadfence();
      if (atomicAdd(state, 1u) == (unsigned)heddle_details::blocks() - 1) {
        atomicExch(state, 0u);
        __threadfence();
        atomicAdd(state + 1, 1u);
      } else {
        while (*phase == before) {
        }
      }
      __threadfence();
    }
    __syncthreads();
  }
};
HEDDLE_CG inline grid_group this_grid() { return grid_group(); }

/// Threads of one warp, by a mask: what tiles and coalesced groups share.
class heddle_warp_group : public thread_group {
 public:
  HEDDLE_CG unsigned thread_rank() const {
    return __popc(members_ & heddle_details::lanes_below());
  }
  HEDDLE_CG unsigned size() const { return size_; }
  HEDDLE_CG unsigned num_threads() const { return size_; }
  HEDDLE_CG void sync() const { __syncwarp(members_); }
  HEDDLE_CG unsigned heddle_members() const { return members_; }
  HEDDLE_CG int any(int p) const { return __any_sync(members_, p); }
  HEDDLE_CG int all(int p) const { return __all_sync(members_, p); }
  HEDDLE_CG unsigned ballot(int p) const { return packed(__ballot_sync(members_, p)); }
  template <class T>
  HEDDLE_CG unsigned match_any(T value) const {
    return packed(__match_any_sync(members_, value));
  }
  template <class T>
  HEDDLE_CG unsigned match_all(T value, int& same) const {
    return packed(__match_all_sync(members_, value, &same));
  }
  template <class T>
  HEDDLE_CG T shfl(T value, unsigned rank) const {
    const int from = lane_of(rank);
    const unsigned members = members_;
    return heddle_details::shuffled(
        value, [=](unsigned w) { return __shfl_sync(members, w, from); });
  }
  template <class T>
  HEDDLE_CG T shfl_down(T value, unsigned by) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank + by < size_ ? rank + by : rank);
  }
  template <class T>
  HEDDLE_CG T shfl_up(T value, unsigned by) const {
    const unsigned rank = thread_rank();
    return shfl(value, rank >= by ? rank - by : rank);
  }

 protected:
  HEDDLE_CG heddle_warp_group(unsigned members, unsigned size)
      : thread_group(true, members, size) {}
  HEDDLE_CG int lane_of(unsigned rank) const {
    if (size_ == 32) return (int)(rank & 31);
    unsigned rest = members_;
    for (unsigned i = 0; i < rank % size_; i++) rest &= rest - 1;
    return __ffs((int)rest) - 1;
  }
  /// Bits by rank instead of lane.
  HEDDLE_CG unsigned packed(unsigned mask) const {
    unsigned out = 0, at = 0;
    for (unsigned rest = members_; rest; rest &= rest - 1, at++)
      if (mask & rest & (0u - rest)) out |= 1u << at;
    return out;
  }
};

class coalesced_group : public heddle_warp_group {
 public:
  HEDDLE_CG explicit coalesced_group(unsigned members, unsigned groups = 1, unsigned number = 0)
      : heddle_warp_group(members, (unsigned)__popc(members)), groups_(groups), number_(number) {}
  HEDDLE_CG unsigned meta_group_size() const { return groups_; }
  HEDDLE_CG unsigned meta_group_rank() const { return number_; }

 private:
  unsigned groups_, number_;
};
HEDDLE_CG inline coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned Size, class Parent = void>
class thread_block_tile;

namespace heddle_details {
/// The threads of what a tile is a part of; 0: of the block.
template <class Parent>
struct threads_of {
  static constexpr unsigned value = 0;
};
template <unsigned Size, class Parent>
struct threads_of<thread_block_tile<Size, Parent>> {
  static constexpr unsigned value = Size;
};
}  // namespace heddle_details

template <unsigned Size, class Parent>
class thread_block_tile : public heddle_warp_group {
  static_assert(Size <= 32 && (Size & (Size - 1)) == 0, "a power of two, up to a warp");
  static constexpr unsigned kOuter = heddle_details::threads_of<Parent>::value;

 public:
  HEDDLE_CG thread_block_tile()
      : heddle_warp_group(mask(), Size),
        groups_(((kOuter ? kOuter : heddle_details::block_threads()) + Size - 1) / Size),
        number_((kOuter ? heddle_details::lane() % kOuter : heddle_details::rank_in_block()) /
                Size) {}
  template <class Other>
  HEDDLE_CG thread_block_tile(const thread_block_tile<Size, Other>& other)
      : heddle_warp_group(mask(), Size),
        groups_(other.meta_group_size()),
        number_(other.meta_group_rank()) {}
  HEDDLE_CG unsigned thread_rank() const { return heddle_details::lane() % Size; }
  HEDDLE_CG static constexpr unsigned size() { return Size; }
  HEDDLE_CG static constexpr unsigned num_threads() { return Size; }
  HEDDLE_CG unsigned meta_group_rank() const { return number_; }
  HEDDLE_CG unsigned meta_group_size() const { return groups_; }
  HEDDLE_CG unsigned ballot(int p) const {
    return (__ballot_sync(members_, p) & members_) >> (heddle_details::lane() / Size * Size);
  }
  template <class T>
  HEDDLE_CG T shfl(T value, int rank) const {
    const unsigned m = members_;
    return heddle_details::shuffled(value,
                                    [=](unsigned w) { return __shfl_sync(m, w, rank, Size); });
  }
  template <class T>
  HEDDLE_CG T shfl_down(T value, unsigned by) const {
    const unsigned m = members_;
    return heddle_details::shuffled(
        value, [=](unsigned w) { return __shfl_down_sync(m, w, by, Size); });
  }
  template <class T>
  HEDDLE_CG T shfl_up(T value, unsigned by) const {
    const unsigned m = members_;
    return heddle_details::shuffled(value,
                                    [=](unsigned w) { return __shfl_up_sync(m, w, by, Size); });
  }
  template <class T>
  HEDDLE_CG T shfl_xor(T value, unsigned bits) const {
    const unsigned m = members_;
    return heddle_details::shuffled(
        value, [=](unsigned w) { return __shfl_xor_sync(m, w, (int)bits, Size); });
  }

 private:
  HEDDLE_CG static unsigned mask() {
    if (Size == 32) return 0xffffffffu;
    return ((1u << (Size % 32)) - 1) << (heddle_details::lane() / Size * Size);
  }

  unsigned groups_, number_;
};

template <unsigned Size, class Parent>
HEDDLE_CG thread_block_tile<Size, Parent> tiled_partition(const Parent&) {
  return {};
}
HEDDLE_CG inline thread_group tiled_partition(const thread_group& parent, unsigned size) {
  if (size >= 32) return thread_group(true, 0xffffffffu, 32);
  const unsigned members = ((1u << size) - 1) << (heddle_details::lane() / size * size);
  return thread_group(true, parent.in_warp_ ? members & parent.members_ : members, size);
}
/// By rank in the parent.
HEDDLE_CG inline coalesced_group tiled_partition(const coalesced_group& parent, unsigned size) {
  unsigned members = 0, at = 0;
  const unsigned tile = parent.thread_rank() / size;
  for (unsigned rest = parent.heddle_members(); rest; rest &= rest - 1, at++)
    if (at / size == tile) members |= rest & (0u - rest);
  return coalesced_group(members, (parent.size() + size - 1) / size, tile);
}
/// Groups of the threads with the same label.
template <class Parent, class Label>
HEDDLE_CG coalesced_group labeled_partition(const Parent& parent, Label label) {
  return coalesced_group(__match_any_sync(parent.heddle_members(), label));
}
template <class Parent>
HEDDLE_CG coalesced_group binary_partition(const Parent& parent, bool side) {
  return labeled_partition(parent, (int)side);
}

/// One thread of the group runs it.
template <class Group, class F>
HEDDLE_CG void invoke_one(const Group& group, F work) {
  if (group.thread_rank() == 0) work();
}

template <class Group>
HEDDLE_CG void sync(const Group& group) {
  group.sync();
}
template <class Group>
HEDDLE_CG auto thread_rank(const Group& group) {
  return group.thread_rank();
}
template <class Group>
HEDDLE_CG auto group_size(const Group& group) {
  return group.size();
}

// ---- cooperative_groups/reduce.h and scan.h

template <class T>
struct plus {
  HEDDLE_CG T operator()(T a, T b) const { return a + b; }
};
template <class T>
struct less {
  HEDDLE_CG T operator()(T a, T b) const { return b < a ? b : a; }
};
template <class T>
struct greater {
  HEDDLE_CG T operator()(T a, T b) const { return a < b ? b : a; }
};
template <class T>
struct bit_and {
  HEDDLE_CG T operator()(T a, T b) const { return a & b; }
};
template <class T>
struct bit_or {
  HEDDLE_CG T operator()(T a, T b) const { return a | b; }
};
template <class T>
struct bit_xor {
  HEDDLE_CG T operator()(T a, T b) const { return a ^ b; }
};

/// Of a group that is part of a warp; every thread gets the result.
template <class Group, class T, class F>
HEDDLE_CG T reduce(const Group& group, T value, F combine) {
  const unsigned size = group.size(), rank = group.thread_rank();
  for (unsigned by = 1; by < size; by *= 2) {
    const T other = group.shfl_down(value, by);
    if (rank + by < size) value = combine(value, other);
  }
  return group.shfl(value, 0);
}
template <class Group, class T, class F>
HEDDLE_CG T inclusive_scan(const Group& group, T value, F combine) {
  const unsigned rank = group.thread_rank();
  for (unsigned by = 1; by < group.size(); by *= 2) {
    const T other = group.shfl_up(value, by);
    if (rank >= by) value = combine(other, value);
  }
  return value;
}
template <class Group, class T>
HEDDLE_CG T inclusive_scan(const Group& group, T value) {
  return inclusive_scan(group, value, plus<T>());
}
template <class Group, class T, class F>
HEDDLE_CG T exclusive_scan(const Group& group, T value, F combine) {
  const T all = inclusive_scan(group, value, combine);
  const T before = group.shfl_up(all, 1);
  return group.thread_rank() == 0 ? T{} : before;
}
template <class Group, class T>
HEDDLE_CG T exclusive_scan(const Group& group, T value) {
  return exclusive_scan(group, value, plus<T>());
}

}  // namespace cooperative_groups

#undef HEDDLE_CG
