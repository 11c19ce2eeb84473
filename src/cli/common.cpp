#include <unistd.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/terminal.hpp"

namespace heddle {

DeviceOptions host_device_options() {
  DeviceOptions options;
  options.interrupted = &interrupt_flag();
  long pages = ::sysconf(_SC_PHYS_PAGES), bytes = ::sysconf(_SC_PAGESIZE);
  if (pages > 0 && bytes > 0)
    options.memory_bytes =
        std::min(options.memory_bytes, static_cast<uint64_t>(pages) * static_cast<uint64_t>(bytes));
  return options;
}

}  // namespace heddle
