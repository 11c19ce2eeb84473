#include "base/host_cores.hpp"

#include <sched.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>
#include <thread>

namespace heddle {

namespace {

/// Cores that the control group grants, rounded up; 0: no limit, or none known.
unsigned quota() {
  std::ifstream unified("/sys/fs/cgroup/cpu.max");
  std::string most;
  double period = 0;
  if (unified >> most >> period && most != "max" && period > 0)
    return static_cast<unsigned>(std::ceil(std::atof(most.c_str()) / period));
  std::ifstream microseconds("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
  std::ifstream per("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
  double granted = 0;
  if (microseconds >> granted && per >> period && granted > 0 && period > 0)
    return static_cast<unsigned>(std::ceil(granted / period));
  return 0;
}

}  // namespace

unsigned host_cores() {
  unsigned cores = std::max(1u, std::thread::hardware_concurrency());
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof set, &set) == 0)
    cores = static_cast<unsigned>(std::max(1, CPU_COUNT(&set)));
  if (unsigned granted = quota(); granted != 0) cores = std::min(cores, granted);
  return cores;
}

}  // namespace heddle
