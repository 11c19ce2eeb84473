// A sweep from C++: warp sizes under two mechanisms, as `heddle sweep` runs them. The library does
// not print; what comes back is a frame, a tidy table.
#include <cstdio>

#include "query/answers.hpp"
#include "query/answers_text.hpp"
#include "study/execution.hpp"
#include "study/sweep.hpp"

int main() {
  namespace study = heddle::study;
  namespace query = heddle::query;

  study::Sweep sweep;
  sweep.names = {"fig7", "bitonic"};
  sweep.archs = {"pdom", "dwf"};
  sweep.presets = {"small"};
  sweep.settings = {{"core.warp", {"16", "32", "64"}}};
  sweep.derived = {study::parse_derived("core.lanes = min(32, core.warp)"),
                   study::parse_derived("core.max_warps = 1536 / core.warp")};

  const study::Study rows_and_variants = study::sweep_study(sweep);
  std::vector<study::RefusedRun> refused;
  study::Execution execution(study::expand(rows_and_variants, "tiny", &refused));
  heddle::store::ResultStore store{{}};  // with a file name, finished runs are kept
  study::Execution* all[] = {&execution};
  study::execute_all(all, store, {});

  const std::vector<query::Metric> metrics = {query::parse_metric("ipc=derived.ipc")};
  const query::Frame frame =
      query::make_frame(query::records_of(rows_and_variants, "tiny", execution, metrics), metrics);
  std::fputs(query::to_text(query::answer_of(query::pivot(frame, "arch", "ipc"))).c_str(), stdout);
  std::printf("%zu combinations were skipped\n", refused.size());
  return refused.size() == 2 ? 0 : 1;  // dynamic warp formation has at most 32 threads in a warp
}
