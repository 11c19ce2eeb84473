// The command-line program: runs the chosen command, and turns every error into one message and an
// exit status.
#include <fmt/format.h>

#include <exception>
#include <new>

#include "base/error.hpp"
#include "cli/command_line.hpp"
#include "cli/commands.hpp"
#include "cli/terminal.hpp"

namespace heddle {

namespace {

constexpr const char* kAbout =
    "heddle: runs PTX kernels on simulated SIMT cores, with bit-exact results.";
constexpr const char* kFooter =
    "Examples:\n"
    "  heddle run mandelbrot --size small --arch pdom\n"
    "  heddle run saxpy.toml\n"
    "  heddle run saxpy.toml --arch pdom --preset fermi --json saxpy.json\n"
    "  heddle compare bitonic mandelbrot --arch all\n"
    "  heddle cuda --arch dwf -- ./prog\n"
    "  heddle sweep bitonic mandelbrot --arch pdom,dwf --set core.warp=16,32 --csv sweep.csv\n"
    "  heddle query --speed-up arch=pdom\n"
    "  heddle cost --arch dwf --preset fung2007\n"
    "  heddle list workloads\n"
    "  heddle check kernel.ptx\n"
    "  heddle inspect kernel.ptx --dot cfg.dot\n"
    "  heddle conformance tests/conformance/instructions tests/conformance/programs\n"
    "\n"
    "Exit status: 0 success; 1 bad input or launch; 2 bad command line; 3 a kernel failed or a\n"
    "result differs; 4 runs on a cluster have not ended; 130 interrupted; 143 terminated\n"
    "(SIGTERM).";

int parse(CLI::App& app, int argc, char** argv, bool& proceed) {
  try {
    parse_command_line(app, argc, argv);
    proceed = true;
    return kSuccess;
  } catch (const CLI::CallForHelp&) {
    print_out(app.help());  // of the command, if one was given
  } catch (const CLI::CallForVersion&) {
    print_out(fmt::format("heddle {} ({})\n", HEDDLE_VERSION, HEDDLE_MARCH));
  } catch (const CLI::ParseError& e) {
    const std::vector<CLI::App*> chosen = app.get_subcommands();
    print_error(fmt::format("heddle: {}\nTry 'heddle {}--help'.", e.what(),
                            chosen.empty() ? "" : chosen.front()->get_name() + " "));
    return kBadCommandLine;
  }
  return kSuccess;
}

int run(int argc, char** argv) {
  CLI::App app(kAbout, "heddle");
  CommandAction action;
  if (argc > 1 && std::string_view(argv[1]) == "cc") return run_cc(argc, argv);
  const std::vector<std::string> program = take_program(argc, argv);
  app.set_version_flag("--version", HEDDLE_VERSION);
  app.require_subcommand(1);
  app.footer(kFooter);
  add_run(app, action);
  add_compare(app, action, program);
  add_cuda(app, action, program);
  add_cc(app);
  add_capture(app, action, program);
  add_limit(app, action);
  add_cost(app, action);
  add_list(app, action);
  add_conformance(app, action);
  add_check(app, action);
  add_inspect(app, action);
  add_bench(app, action);
  add_reproduce(app, action);
  add_sweep(app, action, program);
  add_run_plan(app, action);
  add_query(app, action);
  add_measure_workloads(app, action);
  if (argc < 2) {
    print_out(app.help());
    return kSuccess;
  }
  bool proceed = false;
  int status = parse(app, argc, argv, proceed);
  return proceed && action ? action() : status;
}

int guarded_run(int argc, char** argv) {
  auto fail = [](std::string_view message, int status) {
    print_progress({}, 0, 0);
    print_error(fmt::format("heddle: {}", message));
    return status;
  };
  try {
    return run(argc, argv);
  } catch (const InterruptedError& e) {
    return fail(e.what(), 128 + interrupt_signal());
  } catch (const KernelError& e) {
    return fail(e.what(), kKernelFailed);
  } catch (const InputError& e) {  // diagnostics already begin with the file name
    print_error(e.what());
    return kBadInput;
  } catch (const IoError& e) {  // a signal also interrupts a blocked write to a pipe
    return fail(e.what(), interrupt_flag() ? 128 + interrupt_signal() : kBadInput);
  } catch (const std::bad_alloc&) {
    return fail("out of memory", kBadInput);
  } catch (const std::exception& e) {
    return fail(e.what(), kBadInput);
  }
}

}  // namespace

}  // namespace heddle

int main(int argc, char** argv) {
  heddle::prepare_terminal();
  int status = heddle::guarded_run(argc, argv);
  int written = heddle::finish_output();
  return status != 0 ? status : written;
}
