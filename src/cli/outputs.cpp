#include "cli/outputs.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/terminal.hpp"
#include "config/archs.hpp"
#include "config/load.hpp"
#include "host/file.hpp"

namespace heddle {

CLI::Option* add_output(CLI::App& command, const std::string& name, std::string& file,
                        const std::string& description) {
  CLI::callback_t take = [&file](const CLI::results_t& results) {
    file = results.back() == "-" ? "/dev/stdout" : results.back();
    return true;
  };
  return command.add_option(name, take, description)->type_name("FILE");
}

void plan_machine(OutputPlan& plan, const std::string& preset, std::span<const std::string> archs) {
  for (const std::filesystem::path& file : preset_files(preset)) plan.reads(file, "the preset");
  for (const std::string& arch : archs)
    for (const std::filesystem::path& file : arch_files(arch)) plan.reads(file, "the arch");
}

void plan_run_target(OutputPlan& plan, const RunTargetChoice& target) {
  RunTargetFiles files = run_target_files(target);
  for (const auto& [path, what] : files.inputs) plan.reads(path, what);
  for (const auto& [path, what] : files.outputs) plan.written_elsewhere(path, what);
}

void check_outputs(const OutputPlan& plan) {
  plan.check();
  if (plan.uses_standard_output()) keep_standard_output();
}

void write_results(const std::vector<ResultFile>& results) {
  std::string problems;
  for (const ResultFile& result : results) {
    if (result.file.empty()) continue;
    try {
      write_file(result.file, result.text());
    } catch (const IoError& e) {
      problems += fmt::format("{}{}", problems.empty() ? "" : "\nheddle: ", e.what());
    }
  }
  if (!problems.empty()) throw IoError(problems);
}

}  // namespace heddle
