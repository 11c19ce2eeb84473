// The result of one run, as a task leaves it for the collector. The files are the truth: what they
// hold is merged into a store, which no task opens, since it must not be on a network file system.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "batch/plan_folder.hpp"
#include "study/execution.hpp"

namespace heddle::batch {

/// Throws IoError.
void write_result(const PlanFolder& folder, const std::string& key,
                  const study::RunOutcome& outcome);
/// Throws IoError; DamagedFile if it is not this run's result, as it was written.
study::RunOutcome read_result(const PlanFolder& folder, const std::string& key);
/// Renames a file that is damaged, so that the run counts as missing and a person can look.
void put_aside(const PlanFolder& folder, const std::string& key);

/// The keys of all files that are there, sorted. By listing folders, never by asking for single
/// files: network file systems remember for a while that a file was not there.
std::vector<std::string> keys_of_results(const PlanFolder& folder);

}  // namespace heddle::batch
