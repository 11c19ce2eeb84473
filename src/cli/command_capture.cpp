// heddle capture: runs a CUDA program and records its launches, so that each can run alone.
#include <fmt/format.h>

#include <filesystem>

#include "base/error.hpp"
#include "cli/commands.hpp"
#include "cli/cuda_options.hpp"
#include "cli/terminal.hpp"
#include "cuda_tools/program_run.hpp"

namespace heddle {

namespace {

struct CaptureCommand {
  CudaOptions options;
  std::string folder;
};

int run(const CaptureCommand& command, const std::vector<std::string>& program) {
  const std::filesystem::path folder = std::filesystem::absolute(command.folder);
  std::error_code error;
  if (std::filesystem::exists(folder) && !std::filesystem::is_empty(folder, error))
    throw UsageError(fmt::format("'{}' is not an empty folder: give a new one", command.folder));
  cuda::ProgramRun run = make_program_run(command.options, program, {}, false);
  run.settings.capture = folder;
  cuda::check_program(run.command);
  std::filesystem::create_directories(folder, error);
  if (error)
    throw IoError(fmt::format("cannot make the folder '{}': {}", command.folder, error.message()));
  const cuda::ProgramOutcome outcome = cuda::run_program(run);
  size_t captured = 0;
  for (const cuda::LaunchRecord& r : outcome.records.launches)
    captured += std::filesystem::exists(folder / fmt::format("{}.toml", r.number));
  print_error(kernel_table(outcome, run));
  print_error(
      fmt::format("heddle: captured {} of {} launches; to run one: heddle run {}/NUMBER.toml",
                  captured, outcome.records.launches.size(), command.folder));
  return outcome.status;
}

}  // namespace

void add_capture(CLI::App& app, CommandAction& action, const std::vector<std::string>& program) {
  auto options = std::make_shared<CaptureCommand>();
  CLI::App* command =
      app.add_subcommand("capture", "Record the launches of a CUDA program, to run each alone");
  command->add_option("DIR", options->folder, "a new folder for the launches")->required();
  add_launch_options(*command, options->options.launches, "capture");
  command->footer(
      "The program comes after '--', with its arguments. Each launch becomes a launch description\n"
      "with its PTX, parameters and memory (docs/launch.md); it takes the same cycles as in the\n"
      "program with 'heddle cuda --cold'.\n"
      "Examples:\n"
      "  heddle capture launches -- ./prog 1000\n"
      "  heddle run launches/12.toml --arch dwf\n"
      "  heddle compare launches/12.toml --arch pdom,dwf");
  command->callback([&action, &program, options] {
    action = [options, &program] { return run(*options, program); };
  });
}

}  // namespace heddle
