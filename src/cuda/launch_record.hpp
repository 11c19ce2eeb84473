// The results of a CUDA program, from the process that ran it to the command that reports them.
//
// The runtime library appends one line of JSON per launch to a file of its process as soon as the
// launch has ended, so a program that crashes or leaves by _exit loses nothing. A first line says
// that a call reached the library at all. `heddle cuda` reads the files of all processes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "exec/functional.hpp"
#include "gpu/machine.hpp"
#include "stats/run_statistics.hpp"

namespace heddle::cuda {

struct LaunchRecord {
  uint64_t number = 0;  // of the process, from 1
  bool timed = false;
  uint64_t cycles = 0;     // timed
  RunCounts counts;        // blocks and instructions
  std::string error;       // why it failed; empty if it ended well
  LaunchStatistics stats;  // kernel and shape; counters of all SMs in `total` if timed
};

/// The file of one process. Throws IoError.
class RecordWriter {
 public:
  explicit RecordWriter(const std::filesystem::path& folder);
  ~RecordWriter();
  RecordWriter(const RecordWriter&) = delete;
  RecordWriter& operator=(const RecordWriter&) = delete;
  void write(const LaunchRecord& record);

 private:
  void line(const std::string& text);
  int file_ = -1;
};

struct Records {
  size_t processes = 0;  // that called the library
  std::vector<LaunchRecord> launches;
};
/// Reads what all processes wrote, in the order of their start; `config` is the machine's. A last
/// line that is cut off is ignored.
Records read_records(const std::filesystem::path& folder, const MachineConfig& config);

}  // namespace heddle::cuda
