#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "runner/timed_run.hpp"

namespace heddle {

DeviceOptions own_device_options() {
  DeviceOptions options = host_device_options(&interrupt_flag());
  options.print = print_out;
  return options;
}

}  // namespace heddle
