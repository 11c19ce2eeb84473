// Runs another program and waits for it.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace heddle::cuda {

struct ProcessOptions {
  std::map<std::string, std::string> environment;  // set in addition
  bool fixed_addresses = false;  // without address space randomisation: the same run every time
  bool quiet = false;            // its output is dropped
};

/// The exit status as a shell gives it: 128 and the signal's number if a signal ended it. While it
/// runs, Ctrl-C is the program's business, and SIGTERM is passed on. Throws UsageError if the
/// program cannot be started.
int run_process(const std::vector<std::string>& command, const ProcessOptions& options = {});

/// Whether SIGINT or SIGTERM arrived while a program ran; 0 or the signal.
int signal_while_running();

}  // namespace heddle::cuda
