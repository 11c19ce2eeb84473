#include "cli/host_usage.hpp"

#include <malloc.h>
#include <sys/resource.h>

#include <chrono>
#include <fstream>
#include <string>

namespace heddle {

double cpu_seconds() {
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(u.ru_utime) + seconds(u.ru_stime);
}

double wall_seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

bool reset_peak() {
  malloc_trim(0);  // what earlier work has freed is not part of the peak
  std::ofstream file("/proc/self/clear_refs");
  file << "5" << std::flush;
  return file.good();
}

uint64_t peak_mib() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (uint64_t kib = 0; word == "VmHWM:" && status >> kib) return kib / 1024;
  rusage u{};
  getrusage(RUSAGE_SELF, &u);
  return static_cast<uint64_t>(u.ru_maxrss) / 1024;
}

}  // namespace heddle
