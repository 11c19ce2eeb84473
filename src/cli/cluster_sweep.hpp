// heddle sweep --on and --collect: the runs of a sweep on a cluster.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "batch/plan_folder.hpp"
#include "cli/commands.hpp"
#include "cli/store_options.hpp"
#include "cli/sweep_results.hpp"

namespace heddle {

struct ClusterOptions {
  std::string on;                       // the batch system; empty: none
  std::string folder;                   // of the plan; empty: one is made up from the runs
  std::string collect;                  // the folder of a plan that was submitted before
  bool waits = false, returns = false;  // --wait, --no-wait
  batch::SubmitOptions submit;
  std::set<std::string> given;  // options that were on the command line

  bool any() const { return !on.empty() || !collect.empty(); }
};

/// Its options, in a group of their own.
void add_cluster_options(CLI::App& command, ClusterOptions& options);
/// Notes which of the options are given.
void note_given(const CLI::App& command, ClusterOptions& options);
/// Throws UsageError for options that do not go together.
void check_together(const ClusterOptions& options);

/// Makes the plan, or continues with the existing one, submits and waits.
int sweep_on_cluster(const ClusterOptions& options, const study::PlannedSweep& sweep,
                     const std::string& command, const SweepFiles& files,
                     const StoreChoice& store_choice, store::ResultStore& store);
/// What --dry-run shows.
std::string submission_text(const ClusterOptions& options, const study::Plan& plan, size_t pending);
/// `metrics`: instead of the plan's; none: those.
int collect_sweep(const ClusterOptions& options, const std::vector<std::string>& metrics,
                  const SweepFiles& files, StoreChoice store_choice);

}  // namespace heddle
