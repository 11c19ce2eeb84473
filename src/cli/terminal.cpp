#include "cli/terminal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <ctime>

namespace heddle {

namespace {

// A signal handler can only access static storage.
std::atomic<bool>& flag() {
  static std::atomic<bool> interrupted = false;
  return interrupted;
}
std::atomic<int>& first_signal() {
  static std::atomic<int> signal = SIGINT;
  return signal;
}

bool& standard_output_kept() {
  static bool kept = false;
  return kept;
}

/// One Ctrl-C may send several signals: timeout(1) sends one to the program and one to its group.
constexpr int64_t kOnePressMs = 500;

void on_interrupt(int signal) {
  static std::atomic<int64_t> asked_at = 0;
  timespec clock{};
  ::clock_gettime(CLOCK_MONOTONIC, &clock);
  const int64_t now = int64_t{clock.tv_sec} * 1000 + clock.tv_nsec / 1'000'000;
  if (!flag().exchange(true)) {
    asked_at = now;
    first_signal() = signal;
  } else if (now - asked_at > kOnePressMs) {
    std::signal(signal, SIG_DFL);
    ::raise(signal);
  }
}

}  // namespace

void prepare_terminal() {
  for (int fd = 0; fd <= 2; fd++)
    if (::fcntl(fd, F_GETFD) < 0 && ::open("/dev/null", O_RDWR) < 0) _exit(1);
  std::signal(SIGPIPE, SIG_IGN);
  flag().store(false);
  struct sigaction action {};
  action.sa_handler = on_interrupt;
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);  // batch systems send SIGTERM before they kill
}

const std::atomic<bool>& interrupt_flag() { return flag(); }

int interrupt_signal() { return first_signal(); }

void print_out(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), standard_output_kept() ? stderr : stdout);
}

void keep_standard_output() { standard_output_kept() = true; }

void print_error(std::string_view text) {
  std::fflush(stdout);
  std::fwrite(text.data(), 1, text.size(), stderr);
  if (!text.ends_with('\n')) std::fputc('\n', stderr);
}

bool has_terminal() { return ::isatty(STDERR_FILENO) != 0; }

void print_status(std::string_view line) {
  if (!has_terminal()) return;
  std::string text = fmt::format("\r{}\x1b[K", line);
  std::fwrite(text.data(), 1, text.size(), stderr);
  std::fflush(stderr);
}

void print_progress(std::string_view name, size_t done, size_t total) {
  print_status(name.empty() ? std::string() : fmt::format("{} {}/{}", name, done, total));
}

int finish_output() {
  bool failed = std::ferror(stdout) != 0;
  errno = 0;
  failed = std::fflush(stdout) != 0 || failed;
  if (!failed || errno == EPIPE || errno == 0) return 0;
  print_error(fmt::format("heddle: cannot write standard output: {}", std::strerror(errno)));
  return 1;
}

}  // namespace heddle
