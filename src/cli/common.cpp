#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "host/file.hpp"
#include "runner/timed_run.hpp"

namespace heddle {

DeviceOptions own_device_options() {
  DeviceOptions options = host_device_options(&interrupt_flag());
  options.print = print_out;
  return options;
}

ProgramPtr read_module(const std::string& file, Interrupt interrupt) {
  ProgramPtr module = load_module(std::make_shared<Source>(file, read_file(file)), interrupt);
  if (module->functions.empty() && module->variables.empty())
    throw InputError(
        fmt::format("{}: error: the file declares no kernel, no function and no variable", file));
  return module;
}

}  // namespace heddle
