#include "device_memory/unified_arena.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>

#include "base/error.hpp"

namespace heddle {

namespace {

constexpr uint64_t kPage = 4096;
constexpr uint64_t kStep = uint64_t{64} << 20;  // accessible memory grows by this much

void* at(uint64_t address) { return reinterpret_cast<void*>(address); }

}  // namespace

UnifiedArena::UnifiedArena() {
  // Less where a limit on address space (ulimit -v) forbids more.
  for (uint64_t size = uint64_t{1} << 44; size >= uint64_t{1} << 32; size >>= 2) {
    void* got = ::mmap(at(kBase), size, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (got == at(kBase)) {
      size_ = size;
      return;
    }
    if (got != MAP_FAILED) ::munmap(got, size);
  }
  throw UsageError(
      fmt::format("cannot reserve addresses from {:#x} for device memory: another "
                  "device of this process has them, or a limit on address space "
                  "(ulimit -v) forbids it",
                  kBase));
}

UnifiedArena::~UnifiedArena() {
  if (size_) ::munmap(at(kBase), size_);
}

bool UnifiedArena::commit(uint64_t base, uint64_t size) {
  const uint64_t needed = base + size;
  if (needed > end()) return false;
  if (needed <= committed_) return true;
  const uint64_t upto = std::min(end(), (needed + kStep - 1) / kStep * kStep);
  if (::mprotect(at(committed_), upto - committed_, PROT_READ | PROT_WRITE) != 0) return false;
  ::madvise(at(committed_), upto - committed_, MADV_DONTDUMP);
  committed_ = upto;
  return true;
}

void UnifiedArena::discard(uint64_t base, uint64_t size) {
  const uint64_t first = base / kPage * kPage;
  const uint64_t last = (base + size + kPage - 1) / kPage * kPage;
  ::madvise(at(first), last - first, MADV_DONTNEED);
}

}  // namespace heddle
