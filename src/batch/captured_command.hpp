// Runs a command of a batch system and takes what it prints.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

namespace heddle::batch {

struct CapturedCommand {
  int status = 0;  // as a shell gives it
  std::string out, err;
};

/// The command runs in a process group of its own, so that Ctrl-C does not end it in the middle.
/// With `interrupted`, it is ended once that is set, and InterruptedError is thrown. Throws IoError
/// if it cannot be started.
CapturedCommand run_captured(const std::vector<std::string>& command,
                             const std::map<std::string, std::string>& environment = {},
                             const std::atomic<bool>* interrupted = nullptr);

/// As a shell takes it as one word.
std::string shell_word(const std::string& word);
std::string shell_line(const std::vector<std::string>& words);

}  // namespace heddle::batch
