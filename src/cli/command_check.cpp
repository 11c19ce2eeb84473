// heddle check: parses and analyses PTX files, links every kernel and reports the errors.
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "exec/executable.hpp"
#include "host/file.hpp"
#include "host/launch_check.hpp"
#include "program/analysis/analysis.hpp"
#include "program/inspect/reach.hpp"
#include "stats/text.hpp"

namespace heddle {

namespace {

std::string count(size_t n, const char* what) {
  return fmt::format("{} {}{}", grouped(n), what, n == 1 ? "" : "s");
}

struct ModuleCheck {
  size_t kernels = 0, refused = 0, instructions = 0;
};

/// Links every kernel as a launch would. Prints why a kernel cannot be linked; unsupported code
/// that no kernel can reach gives warnings.
ModuleCheck check_module(const std::string& file, const ProgramPtr& module, Interrupt interrupt) {
  ModuleCheck result;
  DeviceMemory memory;
  const ModuleImage image = place_module(module, memory);
  std::vector<bool> linked(module->functions.size(), false);
  for (uint32_t f = 0; f < module->functions.size(); f++) {
    const Function& function = module->functions[f];
    result.instructions += function.code.size();
    analyse(*module, function, interrupt);
    if (!function.is_entry || !function.defined) continue;
    result.kernels++;
    for (uint32_t reached : reachable_functions(*module, f)) linked[reached] = true;
    try {
      check_kernel(function, link(image, function.name, interrupt)->attributes.static_shared_bytes);
    } catch (const UsageError& e) {
      print_error(fmt::format("{}: error: {}", file, e.what()));
      result.refused++;
    } catch (const UnsupportedError& e) {
      print_error(fmt::format("{}: error: {}", file, e.what()));
      result.refused++;
    }
  }
  for (const Unsupported& u : find_unsupported(*module, interrupt))
    if (!linked[u.function]) print_error(fmt::format("warning: {}", u.message));
  return result;
}

bool check_file(const std::string& file) {
  const Interrupt interrupt(&interrupt_flag());
  interrupt.check();
  try {
    const ModuleCheck c = check_module(file, read_module(file, interrupt), interrupt);
    if (c.refused == 0)
      print_out(fmt::format("{}: ok: {}, {}\n", file, count(c.kernels, "kernel"),
                            count(c.instructions, "instruction")));
    else
      print_out(fmt::format("{}: {} of {} cannot be launched\n", file, grouped(c.refused),
                            count(c.kernels, "kernel")));
    return c.refused == 0;
  } catch (const InputError& e) {
    print_error(e.what());
    print_out(fmt::format("{}: not a valid module\n", file));
  } catch (const IoError& e) {
    interrupt.check();  // a signal also ends the wait for the writer of a pipe
    print_error(fmt::format("heddle: {}", e.what()));
    print_out(fmt::format("{}: not readable\n", file));
  } catch (const UsageError& e) {  // its variables do not fit
    print_error(fmt::format("{}: error: {}", file, e.what()));
    print_out(fmt::format("{}: cannot be loaded\n", file));
  }
  return false;
}

int run(const std::vector<std::string>& files) {
  bool good = true;
  for (const std::string& file : files) good = check_file(file) && good;
  return good ? kSuccess : kBadInput;
}

}  // namespace

void add_check(CLI::App& app, CommandAction& action) {
  auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* command =
      app.add_subcommand("check", "Parse and analyse PTX files and link every kernel");
  command->add_option("FILE", *files, "PTX files")->required();
  command->footer(
      "Prints one line per file. Errors go to standard error: bad syntax, calls of undefined\n"
      "functions, unsupported instructions, kernels beyond the limits of a launch. Unsupported\n"
      "code that no kernel can reach gives only a warning. The exit status is 1 if a file is bad\n"
      "or a kernel cannot be launched.\n"
      "Example:\n"
      "  heddle check kernels/*.ptx");
  command->callback([&action, files] { action = [files] { return run(*files); }; });
}

}  // namespace heddle
