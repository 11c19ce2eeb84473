#include "cli/outputs.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "cli/terminal.hpp"
#include "config/archs.hpp"
#include "config/load.hpp"
#include "cuda_tools/places.hpp"
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

void plan_program(OutputPlan& plan, std::span<const std::string> command) {
  if (command.empty()) return;
  if (const auto file = cuda::find_program(command[0]); !file.empty())
    plan.reads(file, "the program");
  std::error_code ignored;
  for (const std::string& argument : command.subspan(1))
    if (std::filesystem::is_regular_file(argument, ignored))
      plan.reads(argument, "the program's argument");
}

void plan_rows(OutputPlan& plan, const study::Study& study) {
  for (const study::Row& row : study.rows) {
    for (const std::string& file : row.files) plan.reads(file, "the program's file");
    if (row.is_program) {
      std::vector<std::string> command = study::settings_at(row.parameters, study::kEverySize);
      command.insert(command.begin(), row.workload);
      plan_program(plan, command);
    } else {
      plan_run_target(plan, {row.workload, {}, false, false, study.extensions});
    }
  }
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
