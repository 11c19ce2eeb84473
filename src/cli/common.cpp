#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "runner/timed_run.hpp"

namespace heddle {

DeviceOptions own_device_options() { return host_device_options(&interrupt_flag()); }

}  // namespace heddle
