#include "cuda_tools/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "base/error.hpp"

namespace heddle::cuda {

namespace {

// A signal handler can only reach static storage.
std::atomic<pid_t>& child() {
  static std::atomic<pid_t> pid = 0;
  return pid;
}
std::atomic<int>& arrived() {
  static std::atomic<int> signal = 0;
  return signal;
}

void pass_on(int signal, siginfo_t* info, void*) {
  arrived() = signal;
  // The terminal sends Ctrl-C to the program as well.
  if (info->si_code != SI_KERNEL && child() > 0) ::kill(child(), signal);
}

class SignalScope {
 public:
  SignalScope() {
    struct sigaction action {};
    action.sa_sigaction = pass_on;
    action.sa_flags = SA_SIGINFO;
    ::sigaction(SIGINT, &action, &interrupt_);
    ::sigaction(SIGTERM, &action, &terminate_);
  }
  ~SignalScope() {
    ::sigaction(SIGINT, &interrupt_, nullptr);
    ::sigaction(SIGTERM, &terminate_, nullptr);
  }
  SignalScope(const SignalScope&) = delete;
  SignalScope& operator=(const SignalScope&) = delete;

 private:
  struct sigaction interrupt_ {
  }, terminate_{};
};

[[noreturn]] void become(const std::vector<std::string>& command, const ProcessOptions& options,
                         int report) {
  for (int signal : {SIGINT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
  for (const auto& [name, value] : options.environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (options.fixed_addresses) ::personality(ADDR_NO_RANDOMIZE);
  if (options.interrupted) {
    ::setpgid(0, 0);
    ::dup2(::open("/dev/null", O_RDONLY), 0);
  }
  if (options.quiet) {
    const int nowhere = ::open("/dev/null", O_WRONLY);
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
  }
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  const int error = errno;
  [[maybe_unused]] ssize_t written = ::write(report, &error, sizeof error);
  ::_exit(127);
}

int as_shell(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/// Waits for the end, and brings it about when the flag is set. Any thread may get the signal that
/// sets the flag, so this one has to look.
int wait_or_end(pid_t pid, const std::atomic<bool>& interrupted) {
  constexpr int kLookMs = 50;
  constexpr int kPatience = 100;  // looks, before the program is killed
  int status = 0, asked = 0;
  while (true) {
    const pid_t ended = ::waitpid(pid, &status, WNOHANG);
    if (ended == pid || (ended < 0 && errno != EINTR)) return status;
    if (interrupted && asked++ % kPatience == 0) ::kill(-pid, asked == 1 ? SIGTERM : SIGKILL);
    ::poll(nullptr, 0, kLookMs);
  }
}

}  // namespace

int signal_while_running() { return arrived(); }

int run_process(const std::vector<std::string>& command, const ProcessOptions& options) {
  int report[2];
  if (::pipe2(report, O_CLOEXEC) != 0)
    throw IoError(fmt::format("cannot start {}: {}", command[0], std::strerror(errno)));
  std::optional<SignalScope> scope;
  if (!options.interrupted) scope.emplace();
  const pid_t pid = ::fork();
  if (pid < 0) throw IoError(fmt::format("cannot start {}: {}", command[0], std::strerror(errno)));
  if (pid == 0) become(command, options, report[1]);
  if (!options.interrupted) child() = pid;
  ::close(report[1]);
  int error = 0;
  const bool failed = ::read(report[0], &error, sizeof error) == sizeof error;
  ::close(report[0]);
  int status = 0;
  if (options.interrupted) {
    status = wait_or_end(pid, *options.interrupted);
  } else {
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    child() = 0;
  }
  if (failed)
    throw UsageError(fmt::format("cannot start '{}': {}", command[0], std::strerror(error)));
  return as_shell(status);
}

}  // namespace heddle::cuda
