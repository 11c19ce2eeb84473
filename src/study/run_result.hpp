// What runs counted, as the JSON that the names in metrics refer to.
#pragma once

#include "cuda_tools/program_run.hpp"
#include "json/json.hpp"
#include "stats/run_statistics.hpp"

namespace heddle::study {

/// The total, that of each kernel, where its blocks differ in size also by that, and what was
/// sampled of its first launch.
Json result_of(const RunStatistics& statistics);

/// The same of a CUDA program, with the number of its launches and, of each kernel, that of its
/// largest launch (`cuda::KernelTotals`). If the program or a kernel failed, the result has a
/// member "failure", "status" if the program's own is not 0, and what was counted until then in
/// "counted", where kernels that failed have a member "failed".
Json program_result(const cuda::ProgramOutcome& outcome);

}  // namespace heddle::study
