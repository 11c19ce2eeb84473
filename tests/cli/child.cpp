#include "cli/child.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <sstream>
#include <thread>

namespace heddle {

namespace {

namespace fs = std::filesystem;

/// Far more than any wait takes, also with sanitizers on a busy machine.
constexpr std::chrono::minutes kPatience{5};
constexpr std::chrono::milliseconds kPause{2};

/// Whether the shell has been replaced, and the program's handler of this signal is installed.
bool handles(pid_t process, int signal) {
  std::error_code gone;
  const std::string folder = fmt::format("/proc/{}/", process);
  if (fs::read_symlink(folder + "exe", gone) != fs::canonical(HEDDLE_PROGRAM)) return false;
  std::ifstream status(folder + "status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("SigCgt:"))
      return (std::stoull(line.substr(7), nullptr, 16) >> (signal - 1) & 1) != 0;
  return false;
}

struct ProcessState {
  char state = '?';
  double cpu_seconds = 0;
};

/// The fields of /proc/PID/stat after the program's name, which may hold anything: proc(5).
ProcessState state_of(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string text;
  std::getline(file, text);
  ProcessState state;
  const size_t name = text.rfind(')');
  if (name == std::string::npos) return state;
  std::istringstream fields(text.substr(name + 1));
  fields >> state.state;
  std::string skipped;
  for (int field = 4; field <= 13; field++) fields >> skipped;
  uint64_t user = 0, system = 0;
  fields >> user >> system;
  state.cpu_seconds =
      static_cast<double>(user + system) / static_cast<double>(::sysconf(_SC_CLK_TCK));
  return state;
}

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) / 1e6;
}

}  // namespace

Child::Child(const fs::path& folder, const std::string& command) : process_(::fork()) {
  if (process_ != 0) return;
  if (::chdir(folder.c_str()) == 0)
    ::execl("/bin/sh", "sh", "-c", ("exec " + command).c_str(), static_cast<char*>(nullptr));
  ::_exit(98);
}

Child::~Child() {
  if (status_) return;
  ::kill(process_, SIGKILL);
  wait();
}

void Child::wait_until_handled(int signal) {
  EXPECT_TRUE(wait_until([&] { return handles(process_, signal); })) << "signal " << signal;
}

void Child::wait_until_used(double cpu_seconds) {
  EXPECT_TRUE(wait_until([&] { return state_of(process_).cpu_seconds >= cpu_seconds; }))
      << "ended before it had used " << cpu_seconds << " s of CPU time";
}

void Child::wait_until_used_or_ended(double cpu_seconds) {
  wait_until([&] { return state_of(process_).cpu_seconds >= cpu_seconds; });
}

void Child::wait_until_asleep() {
  // A process that only lacks a core is 'R', one that waits for the disk 'D'.
  EXPECT_TRUE(wait_until([&] { return state_of(process_).state == 'S'; }));
}

void Child::send(int signal) {
  if (!has_ended()) ::kill(process_, signal);
}

void Child::send_together(int first, int second) {
  send(SIGSTOP);
  EXPECT_TRUE(wait_until([&] { return state_of(process_).state == 'T'; }));
  send(first);
  send(second);
  send(SIGCONT);
}

int Child::wait() {
  if (!status_) {
    int status = 0;
    while (::wait4(process_, &status, 0, &usage_) < 0 && errno == EINTR) {
    }
    status_ = status;
  }
  return *status_;
}

double Child::cpu_seconds() const { return seconds(usage_.ru_utime) + seconds(usage_.ru_stime); }

bool Child::has_ended() {
  int status = 0;
  if (!status_ && ::wait4(process_, &status, WNOHANG, &usage_) == process_) status_ = status;
  return status_.has_value();
}

/// False when it ends before the condition holds, or never gets there.
bool Child::wait_until(const std::function<bool()>& holds) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  while (!holds()) {
    if (has_ended() || std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(kPause);
  }
  return true;
}

}  // namespace heddle
