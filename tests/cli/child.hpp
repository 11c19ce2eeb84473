// A run of the program that a test watches from outside: signals are sent when the program has
// reached a point that the test can observe, never after a fixed time, which a slow or busy machine
// would turn into another point.
#pragma once

#include <sys/resource.h>

#include <csignal>
#include <functional>
#include <optional>
#include <string>

#include "scratch.hpp"

namespace heddle {

class Child {
 public:
  /// Runs `command` in `folder` through a shell, which the program replaces.
  Child(const std::filesystem::path& folder, const std::string& command);
  /// Kills it if it has not ended.
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits until the program handles `signal` itself.
  void wait_until_handled(int signal);
  /// Waits until it has used this much CPU time, all threads together: load does not count.
  void wait_until_used(double cpu_seconds);
  /// The same, for a program that may end before.
  void wait_until_used_or_ended(double cpu_seconds);
  /// Waits until it sleeps: for input, for the reader of a pipe.
  void wait_until_asleep();
  /// Waits until what the test observes holds; false if the program ended before, or has taken
  /// too long.
  bool wait_until(const std::function<bool()>& holds);
  void send(int signal);
  /// Sends two signals so that the program sees both at the same moment.
  void send_together(int first, int second);

  /// Waits for the end and returns the status that waitpid(2) gives.
  int wait();
  /// The CPU time of a child that has ended.
  double cpu_seconds() const;

 private:
  bool has_ended();

  pid_t process_;
  std::optional<int> status_;
  rusage usage_{};
};

}  // namespace heddle
