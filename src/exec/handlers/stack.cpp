#include "exec/handlers/stack.hpp"

#include <fmt/format.h>

#include <bit>

#include "exec/block_memory.hpp"
#include "exec/fault.hpp"

namespace heddle {

namespace {

// op.src[0]: size; op.src[1]: top of stack; op.dst[0]: result; op.dst[1]: top of stack; op.offset:
// alignment.
template <class T>
void alloca_bytes(const Op& op, Lanes& lanes, uint32_t mask) {
  const T* size = lanes.read<T>(op.src[0]);
  uint32_t* top = lanes.write<uint32_t>(op.dst[1]);
  T* d = lanes.write<T>(op.dst[0]);
  auto align = static_cast<uint64_t>(op.offset);
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    uint64_t begin = (top[i] + align - 1) / align * align;
    uint64_t bytes = size[i];
    if (bytes > lanes.memory->local_bytes || begin + bytes > lanes.memory->local_bytes)
      throw Fault{static_cast<uint32_t>(i),
                  fmt::format("stack overflow: alloca of {} bytes with {} of {} in use", bytes,
                              top[i], lanes.memory->local_bytes),
                  FaultKind::Stack};
    top[i] = static_cast<uint32_t>((begin + bytes + 15) / 16 * 16);
    d[i] = static_cast<T>(begin);
  }
}

template <class T>
void stacksave(const Op& op, Lanes& lanes, uint32_t mask) {
  const uint32_t* top = lanes.read<uint32_t>(op.src[0]);
  T* d = lanes.write<T>(op.dst[0]);
  for (uint32_t m = mask; m != 0; m &= m - 1) d[std::countr_zero(m)] = top[std::countr_zero(m)];
}

template <class T>
void stackrestore(const Op& op, Lanes& lanes, uint32_t mask) {
  const T* saved = lanes.read<T>(op.src[0]);
  uint32_t* top = lanes.write<uint32_t>(op.dst[1]);
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int i = std::countr_zero(m);
    if (saved[i] > top[i])
      throw Fault{static_cast<uint32_t>(i), "stackrestore to an address above the top of the stack",
                  FaultKind::Stack};
    top[i] = static_cast<uint32_t>(saved[i]);
  }
}

}  // namespace

Handler select_alloca(RegClass cls) {
  return cls == RegClass::Double ? alloca_bytes<uint64_t> : alloca_bytes<uint32_t>;
}
Handler select_stacksave(RegClass cls) {
  return cls == RegClass::Double ? stacksave<uint64_t> : stacksave<uint32_t>;
}
Handler select_stackrestore(RegClass cls) {
  return cls == RegClass::Double ? stackrestore<uint64_t> : stackrestore<uint32_t>;
}

void read_active_mask(const Op& op, Lanes& lanes, uint32_t mask) {
  uint32_t* d = lanes.write<uint32_t>(op.dst[0]);
  for (uint32_t m = mask; m != 0; m &= m - 1) d[std::countr_zero(m)] = mask;
}

}  // namespace heddle
