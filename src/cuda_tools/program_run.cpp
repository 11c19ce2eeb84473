#include "cuda_tools/program_run.hpp"

#include <fmt/format.h>

#include <csignal>
#include <cstdlib>

#include "base/error.hpp"
#include "config/archs.hpp"
#include "cuda/program_file.hpp"
#include "cuda_tools/places.hpp"
#include "cuda_tools/process.hpp"

namespace heddle::cuda {

namespace {

ProgramFile file_of(const std::vector<std::string>& command) {
  if (command.empty())
    throw UsageError("no program is given: write it after '--', as in 'heddle cuda -- ./prog'");
  const std::filesystem::path file = find_program(command[0]);
  if (file.empty() || !std::filesystem::exists(file))
    throw UsageError(fmt::format("there is no program '{}'", command[0]));
  return inspect_program(file);
}

/// Before what the environment already has.
std::string prefixed(const std::string& first, const char* variable) {
  const char* rest = std::getenv(variable);
  return rest && *rest ? first + ":" + rest : first;
}

/// A library of the right name that is loaded already satisfies the program, wherever the
/// program's own search path (RPATH) would have found another.
std::string preloaded(const ProgramFile& program, const std::filesystem::path& libraries) {
  std::string list;
  for (const std::string& name : program.needed) {
    if (!name.starts_with("libcudart.so") && !name.starts_with("libcuda.so")) continue;
    if (!std::filesystem::exists(libraries / name))
      throw UsageError(
          fmt::format("the program needs {}; heddle has libcudart.so.12 and .13, of "
                      "CUDA 12 and 13: compile it with one of these",
                      name));
    list += (list.empty() ? "" : ":") + (libraries / name).string();
  }
  return list;
}

}  // namespace

bool ProgramOutcome::partial() const {
  return signal != 0 || std::ranges::any_of(records.launches,
                                            [](const LaunchRecord& r) { return r.stats.partial; });
}

void check_program(const std::vector<std::string>& command) {
  const ProgramFile program = file_of(command);
  if (program.has_static_runtime)
    throw UsageError(
        fmt::format("'{}' has NVIDIA's runtime library linked in, so heddle cannot "
                    "replace it: link it with -cudart shared, or compile it with "
                    "'heddle cc'",
                    command[0]));
  if (program.has_device_code && !program.has_ptx)
    throw UsageError(fmt::format(
        "'{}' holds machine code for NVIDIA GPUs, but no PTX: compile it with 'heddle cc', or with "
        "nvcc and -gencode arch=compute_75,code=compute_75",
        command[0]));
}

ProgramOutcome run_program(const ProgramRun& run) {
  check_program(run.command);
  const TemporaryFolder folder;
  RunSettings settings = run.settings;
  settings.results = folder.path();
  write_settings(settings, folder.path() / "settings.json");
  const std::filesystem::path libraries = library_folder();
  ProcessOptions options;
  options.fixed_addresses = true;
  options.quiet = run.quiet;
  options.interrupted = run.interrupted;
  options.environment[kSettingsVariable] = (folder.path() / "settings.json").string();
  options.environment["LD_LIBRARY_PATH"] = prefixed(libraries.string(), "LD_LIBRARY_PATH");
  const std::string preload = preloaded(file_of(run.command), libraries);
  if (!preload.empty()) options.environment["LD_PRELOAD"] = prefixed(preload, "LD_PRELOAD");
  ProgramOutcome out;
  out.status = run_process(run.command, options);
  out.signal = run.interrupted ? (*run.interrupted ? SIGTERM : 0) : signal_while_running();
  out.records = read_records(folder.path(), *run.machine);
  if (out.records.processes == 0 && out.signal == 0)
    throw UsageError(fmt::format(
        "no call of '{}' reached heddle's CUDA runtime (its exit status is {}): it uses none, or "
        "another library than libcudart.so.12 and .13",
        run.command[0], out.status));
  out.statistics.config = *run.machine;
  out.statistics.arch = arch_name(*run.machine);
  for (const LaunchRecord& record : out.records.launches)
    if (record.timed) {
      out.statistics.launches.push_back(record.stats);
      add_launch(out.statistics.total, record.stats.total);
    }
  out.statistics.partial = out.partial();
  return out;
}

}  // namespace heddle::cuda
