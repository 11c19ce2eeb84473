// Slurm, by the commands that its users have: sbatch, squeue, scontrol. Accounting (sacct) is not
// needed.
#pragma once

#include <memory>

#include "batch/cluster.hpp"

namespace heddle::batch {

std::unique_ptr<Cluster> make_slurm(const std::atomic<bool>* interrupted);

}  // namespace heddle::batch
