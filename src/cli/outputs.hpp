// What the commands write: options that name files, judged before any work, and written at the end.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/machine_choice.hpp"
#include "host/output_plan.hpp"
#include "runner/run_target.hpp"

namespace heddle {

/// An option that names a file to write; "-" is standard output.
CLI::Option* add_output(CLI::App& command, const std::string& name, std::string& file,
                        const std::string& description);

/// Adds the files of a preset and of archs, and those of a launch description.
void plan_machine(OutputPlan& plan, const std::string& preset, std::span<const std::string> archs);
void plan_run_target(OutputPlan& plan, const RunTargetChoice& target);

/// Throws as OutputPlan::check does. When an output is standard output, text for people goes to
/// standard error from here on.
void check_outputs(const OutputPlan& plan);

/// One result and the file it goes to; none when that is empty.
struct ResultFile {
  std::string file;
  std::function<std::string()> text;
};
/// Writes all that can be written, then throws the IoErrors of the others as one.
void write_results(const std::vector<ResultFile>& results);

}  // namespace heddle
