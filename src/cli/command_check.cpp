// heddle check: parses and analyses, and says what is wrong.
#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"
#include "exec/executable.hpp"
#include "host/file.hpp"
#include "stats/text.hpp"

namespace heddle {

namespace {

std::string count(size_t n, const char* what) {
  return fmt::format("{} {}{}", grouped(n), what, n == 1 ? "" : "s");
}

bool check_file(const std::string& file) {
  try {
    ProgramPtr module = load_module(std::make_shared<Source>(file, read_file(file)));
    analyse_all(module);
    size_t kernels = 0, instructions = 0;
    for (const Function& f : module->functions) {
      kernels += f.is_entry ? 1 : 0;
      instructions += f.code.size();
    }
    for (const Unsupported& u : find_unsupported(*module))
      print_error(fmt::format("warning: {}", u.message));
    print_out(fmt::format("{}: ok: {}, {}\n", file, count(kernels, "kernel"),
                          count(instructions, "instruction")));
    return true;
  } catch (const InputError& e) {
    print_error(e.what());
    print_out(fmt::format("{}: not a module that heddle takes\n", file));
  } catch (const IoError& e) {
    print_error(fmt::format("heddle: {}", e.what()));
    print_out(fmt::format("{}: not readable\n", file));
  }
  return false;
}

int run(const std::vector<std::string>& files) {
  bool good = true;
  for (const std::string& file : files) {
    if (interrupt_flag()) throw InterruptedError("interrupted");
    good = check_file(file) && good;
  }
  return good ? kSuccess : kBadInput;
}

}  // namespace

void add_check(CLI::App& app, CommandAction& action) {
  auto files = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("check", "Parse and analyse PTX files");
  command->add_option("FILE", *files, "PTX files")->required();
  command->footer(
      "Prints one line per file, and what is wrong with it to standard error; instructions\n"
      "that heddle knows but does not support are warnings.\nExample:\n"
      "  heddle check kernels/*.ptx");
  command->callback([&action, files] { action = [files] { return run(*files); }; });
}

}  // namespace heddle
