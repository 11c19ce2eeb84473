// Copies by a whole group. They are done when the call returns, so waiting is a barrier.
#pragma once

#include "../cooperative_groups.h"

namespace cooperative_groups {

template <class Group>
__device__ inline void memcpy_async(const Group& group, void* to, const void* from, size_t bytes) {
  char* out = static_cast<char*>(to);
  const char* in = static_cast<const char*>(from);
  const size_t rank = group.thread_rank(), size = group.size();
  if (((size_t)to | (size_t)from | bytes) % 4 == 0) {
    for (size_t i = rank; i < bytes / 4; i += size)
      reinterpret_cast<unsigned*>(out)[i] = reinterpret_cast<const unsigned*>(in)[i];
  } else {
    for (size_t i = rank; i < bytes; i += size) out[i] = in[i];
  }
}
/// As many elements as both sides have.
template <class Group, class T>
__device__ inline void memcpy_async(const Group& group, T* to, size_t to_count, const T* from,
                                    size_t from_count) {
  const size_t count = to_count < from_count ? to_count : from_count;
  memcpy_async(group, (void*)to, (const void*)from, count * sizeof(T));
}
template <class Group>
__device__ inline void wait(const Group& group) {
  group.sync();
}
template <unsigned Stages, class Group>
__device__ inline void wait_prior(const Group& group) {
  group.sync();
}

}  // namespace cooperative_groups
