// Runs another program and waits for it.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

namespace heddle::cuda {

struct ProcessOptions {
  std::map<std::string, std::string> environment;  // set in addition
  bool fixed_addresses = false;  // without address space randomisation: the same run every time
  bool quiet = false;            // its output is dropped
  /// Once set, the program is ended. It then runs in a process group of its own, and without input,
  /// so that several can run at once and Ctrl-C reaches only heddle.
  const std::atomic<bool>* interrupted = nullptr;
};

/// The exit status as a shell gives it: 128 and the signal's number if a signal ended it. Without
/// `interrupted`, Ctrl-C is the program's business while it runs, and SIGTERM is passed on. Throws
/// UsageError if the program cannot be started.
int run_process(const std::vector<std::string>& command, const ProcessOptions& options = {});

/// Whether SIGINT or SIGTERM arrived while a program ran; 0 or the signal.
int signal_while_running();

}  // namespace heddle::cuda
