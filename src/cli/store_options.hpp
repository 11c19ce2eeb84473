// --store and --no-store: the file of finished runs; and what commands that use it say.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "cli/commands.hpp"
#include "host/output_plan.hpp"
#include "store/result_store.hpp"
#include "study/execution.hpp"

namespace heddle {

struct StoreChoice {
  std::string file;  // empty: the default
  bool none = false;
};

void add_store_options(CLI::App& command, StoreChoice& choice);

/// No output may be the store, even before the store exists.
void plan_store(OutputPlan& plan, const StoreChoice& choice);

/// Throws IoError if the user named a place where no store can be. Whatever else is wrong gives one
/// warning, since a study needs no store.
std::unique_ptr<store::ResultStore> open_store(const StoreChoice& choice);

/// "interrupted; finished runs are kept, run the same command to continue".
std::string interruption_text(const store::ResultStore& store);

/// "reproduce [#####.....] 12/34 runs, 56 s left", on a terminal.
void show_run_progress(std::string_view command, const study::ExecutionProgress& progress);

}  // namespace heddle
