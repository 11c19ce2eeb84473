#include "exec/block_memory.hpp"

#include <fmt/format.h>

#include <bit>

#include "exec/fault.hpp"

namespace heddle {

namespace {

std::string_view verb(AccessKind kind) {
  switch (kind) {
    case AccessKind::Read: return "load";
    case AccessKind::Write: return "store";
    default: return "atomic operation";
  }
}

std::string_view window_of(Space space) {
  return space == Space::Shared  ? "the block's shared memory"
         : space == Space::Local ? "the thread's local memory"
                                 : "the kernel's parameters";
}

[[noreturn]] void out_of_window(uint32_t lane, Space space, Address address, uint64_t bytes,
                                AccessKind kind, uint64_t size) {
  throw Fault{lane,
              fmt::format("{} of {} bytes at .{} address {:#x} is outside the {} bytes of {}",
                          verb(kind), bytes, ptx::name_of(space), address, size, window_of(space)),
              FaultKind::BadAddress};
}

/// Converts a generic address inside a window to an address of that window's space.
void resolve_window(Space& space, Address& address) {
  if (space != Space::Generic) return;
  switch (address & kWindowMask) {
    case kSharedWindow: space = Space::Shared; break;
    case kLocalWindow: space = Space::Local; break;
    case kParamWindow: space = Space::Param; break;
    default: return;
  }
  address &= ~kWindowMask;
}

/// Whether the address is in device memory, not in a window.
bool is_device(Space space, Address address) {
  resolve_window(space, address);
  return space != Space::Shared && space != Space::Local && space != Space::Param;
}

}  // namespace

bool BlockMemory::cache(Address address, uint64_t bytes) {
  const Allocation* found = device->find(address, bytes);
  if (!found) return false;
  cached_base = found->base;
  cached_size = found->size;
  cached_data = found->data;
  cached_constant = found->kind == Allocation::Kind::Constant;
  return true;
}

std::byte* BlockMemory::at(uint32_t lane, uint32_t thread, Space space, Address address,
                           uint64_t bytes, AccessKind kind) {
  resolve_window(space, address);
  auto inside = [&](uint64_t size) { return bytes <= size && address <= size - bytes; };
  switch (space) {
    case Space::Shared:
      if (!inside(shared_bytes)) out_of_window(lane, space, address, bytes, kind, shared_bytes);
      return shared + address;
    case Space::Local: {
      if (!inside(local_bytes)) out_of_window(lane, space, address, bytes, kind, local_bytes);
      auto end = static_cast<uint32_t>(address + bytes);
      if (kind != AccessKind::Read && end > local_used) local_used = end;
      return local + uint64_t{thread} * local_bytes + address;
    }
    case Space::Param:
      if (kind != AccessKind::Read)
        throw Fault{lane,
                    fmt::format("{} to the kernel's parameters, which are read-only", verb(kind)),
                    FaultKind::BadAddress};
      if (!inside(parameter_bytes))
        out_of_window(lane, space, address, bytes, kind, parameter_bytes);
      return const_cast<std::byte*>(parameters) + address;
    default: break;
  }
  refresh();
  uint64_t offset = address - cached_base;
  if (bytes > cached_size || offset > cached_size - bytes) {
    if (!cache(address, bytes))
      throw Fault{lane,
                  fmt::format("{} of {} bytes at address {:#x}: {}", verb(kind), bytes, address,
                              device->describe(address)),
                  FaultKind::BadAddress};
    offset = address - cached_base;
  }
  if (cached_constant && kind != AccessKind::Read)
    throw Fault{lane,
                fmt::format("{} to constant memory at address {:#x}: {}", verb(kind), address,
                            device->describe(address)),
                FaultKind::BadAddress};
  return cached_data + offset;
}

/// Lanes outside the mask repeat the first thread's address.
void compute_addresses(const Op& op, Lanes& lanes, uint32_t mask) {
  Address* address = lanes.access.address;
  if (op.wide_address) {
    const uint64_t* base = lanes.read<uint64_t>(op.src[0]);
    for (uint32_t i = 0; i < kTileThreads; i++)
      address[i] = base[i] + static_cast<uint64_t>(op.offset);
  } else {
    const uint32_t* base = lanes.read<uint32_t>(op.src[0]);
    for (uint32_t i = 0; i < kTileThreads; i++)
      address[i] = base[i] + static_cast<uint32_t>(op.offset);
  }
  lanes.access.mask = mask;
  lanes.access.bytes = uint32_t{op.bytes} * op.count;
  if (mask == kFullMask) return;
  Address first = address[std::countr_zero(mask)];
  for (uint32_t i = 0; i < kTileThreads; i++) address[i] = (mask >> i) & 1 ? address[i] : first;
}

namespace {

/// Finds the range of the addresses; returns the bits that are set in any of them.
uint64_t summarise(Access& access) {
  uint64_t any_bits = 0;
  int64_t lowest = INT64_MAX, highest = INT64_MIN;
  for (uint32_t i = 0; i < kTileThreads; i++) {
    const auto address = static_cast<int64_t>(access.address[i]);
    any_bits |= access.address[i];
    lowest = address < lowest ? address : lowest;
    highest = address > highest ? address : highest;
  }
  access.lowest = static_cast<Address>(lowest);
  access.highest = static_cast<Address>(highest);
  return any_bits;
}

/// Each address is `bytes` behind its neighbour's.
bool consecutive(const Access& access) {
  const Address first = access.address[0];
  if (access.highest - first != uint64_t{access.bytes} * (kTileThreads - 1)) return false;
  uint64_t strides = 0;
  for (uint32_t i = 0; i < kTileThreads; i++)
    strides |= access.address[i] - first - uint64_t{i} * access.bytes;
  return strides == 0;
}

void check_alignment(const BlockMemory& memory, Space space, const Access& access, uint32_t mask,
                     AccessKind kind) {
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    const int lane = std::countr_zero(m);
    Address address = access.address[lane];
    if (address % access.bytes == 0) continue;
    resolve_window(space, address);
    const bool window = space == Space::Shared || space == Space::Local || space == Space::Param;
    const uint64_t size = space == Space::Shared  ? memory.shared_bytes
                          : space == Space::Local ? memory.local_bytes
                                                  : memory.parameter_bytes;
    const std::string where =
        window ? fmt::format(".{} address {:#x}: {} the {} bytes of {}", ptx::name_of(space),
                             address, address < size ? "in" : "outside", size, window_of(space))
               : fmt::format("address {:#x}: {}", address, memory.device->describe(address));
    throw Fault{static_cast<uint32_t>(lane),
                fmt::format("misaligned {} of {} bytes at {}", verb(kind), access.bytes, where),
                FaultKind::Misaligned};
  }
}

/// True if all lanes are within [base, base + size): memory below 2^63.
bool within(const Access& access, Address base, uint64_t size) {
  if (access.bytes > size) return false;
  const uint64_t limit = size - access.bytes;
  return access.lowest - base <= limit && access.highest - base <= limit;
}

/// Of threads that do not access one piece of memory.
void resolve_each(Space space, Lanes& lanes, uint32_t mask, AccessKind kind, HostAddresses& out) {
  BlockMemory& memory = *lanes.memory;
  const Access& access = lanes.access;
  out.at = out.own;
  for (uint32_t m = mask; m != 0; m &= m - 1) {
    int lane = std::countr_zero(m);
    auto* host = memory.at(static_cast<uint32_t>(lane), lanes.first_thread + lane, space,
                           access.address[lane], access.bytes, kind);
    out.own[lane] = reinterpret_cast<uintptr_t>(host);
    if (is_device(space, access.address[lane]) && !memory.cached_constant) out.device |= 1u << lane;
  }
  uintptr_t first = out.own[std::countr_zero(mask)];
  for (uint32_t m = ~mask; m != 0; m &= m - 1) out.own[std::countr_zero(m)] = first;
}

}  // namespace

void resolve_access(const Op& op, Lanes& lanes, uint32_t mask, AccessKind kind,
                    HostAddresses& out) {
  compute_addresses(op, lanes, mask);
  BlockMemory& memory = *lanes.memory;
  Access& access = lanes.access;
  const uint64_t any_bits = summarise(access);
  if (any_bits & (access.bytes - 1)) check_alignment(memory, op.space, access, mask, kind);

  const Space space = op.space;
  out.at = access.address;
  if (space == Space::Shared && within(access, 0, memory.shared_bytes)) {
    out.base = reinterpret_cast<uintptr_t>(memory.shared);
    out.contiguous = mask == kFullMask && consecutive(access);
    return;
  }
  bool direct = space == Space::Global || space == Space::Const ||
                (space == Space::Generic && (any_bits & kWindowMask) == 0);
  if (direct) {
    memory.refresh();
    bool hit = within(access, memory.cached_base, memory.cached_size);
    if (!hit && memory.cache(access.address[std::countr_zero(mask)], access.bytes))
      hit = within(access, memory.cached_base, memory.cached_size);
    if (hit && !(memory.cached_constant && kind != AccessKind::Read)) {
      out.base = reinterpret_cast<uintptr_t>(memory.cached_data) - memory.cached_base;
      out.contiguous = mask == kFullMask && consecutive(access);
      out.device = memory.cached_constant ? 0 : mask;
      return;
    }
  }
  resolve_each(space, lanes, mask, kind, out);
}

}  // namespace heddle
