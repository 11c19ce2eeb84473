// Collects one sweep from a cluster for a person: measures results as they come, shows progress,
// and at the end the tables, what failed and how to continue.
#pragma once

#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "batch/collector.hpp"
#include "cli/sweep_results.hpp"
#include "query/frame.hpp"

namespace heddle {

class ClusterCollection {
 public:
  /// What is given must outlive it.
  ClusterCollection(const batch::PlanFolder& folder, const study::PlannedSweep& sweep,
                    std::vector<query::Metric> metrics, batch::SubmitOptions submit,
                    store::ResultStore& store);

  /// One pass, or passes until nothing more can come, or an interrupt. A queue that cannot be asked
  /// at first is none to wait for; later it may come back. Throws as Collector::pass does.
  void collect(bool waits);

  batch::CollectorCounts counts() const { return collector_->counts(); }
  bool knows_queue() const { return collector_->knows_queue(); }
  /// Prints and writes what there is; returns false if a run has failed.
  bool show(const SweepFiles& files);
  /// What is left, and how to continue.
  std::string rest_text() const;

 private:
  using Seconds = double;

  void measure_run(size_t run, const Json& result);
  void note_reasons();
  void pause(Seconds elapsed);
  void show_progress(Seconds elapsed);
  std::string label(size_t run) const;
  void print_failures(const std::vector<batch::FailedRun>& failures) const;

  static constexpr size_t kNone = ~size_t{0};

  const batch::PlanFolder& folder_;
  const study::PlannedSweep& sweep_;
  std::vector<query::Metric> metrics_;
  std::vector<query::PlannedRecord> planned_;
  std::unordered_map<size_t, std::vector<size_t>> records_of_;  // by run
  std::unique_ptr<batch::Cluster> cluster_;
  std::unique_ptr<batch::Collector> collector_;
  std::set<std::string> told_reasons_;
  size_t results_ = 0, first_results_ = kNone;
};

}  // namespace heddle
