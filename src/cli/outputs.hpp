// The files that commands write: checked before any work, written at the end.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/machine_choice.hpp"
#include "host/output_plan.hpp"
#include "runner/run_target.hpp"
#include "study/study.hpp"

namespace heddle {

/// An option that names a file to write; "-" is standard output.
CLI::Option* add_output(CLI::App& command, const std::string& name, std::string& file,
                        const std::string& description);

/// Add the files of a preset and its archs, those of a launch description, a CUDA program and the
/// files among its arguments, and what the rows of a study read, to the plan.
void plan_machine(OutputPlan& plan, const std::string& preset, std::span<const std::string> archs);
void plan_run_target(OutputPlan& plan, const RunTargetChoice& target);
void plan_program(OutputPlan& plan, std::span<const std::string> command);
void plan_rows(OutputPlan& plan, const study::Study& study);

/// Throws as OutputPlan::check does. If an output is standard output, text for people goes to
/// standard error from then on.
void check_outputs(const OutputPlan& plan);

/// A result and its file; not written if the file name is empty.
struct ResultFile {
  std::string file;
  std::function<std::string()> text;
};
/// Writes every file that can be written, then throws the errors of the others as one IoError.
void write_results(const std::vector<ResultFile>& results);

}  // namespace heddle
