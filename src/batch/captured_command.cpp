#include "batch/captured_command.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"

namespace heddle::batch {

namespace {

/// Both ends are closed on destruction.
struct Pipe {
  std::array<int, 2> ends{-1, -1};

  Pipe() {
    if (::pipe2(ends.data(), O_CLOEXEC) != 0)
      throw IoError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  ~Pipe() { close(0), close(1); }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close(size_t end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
};

[[noreturn]] void become(const std::vector<std::string>& command,
                         const std::map<std::string, std::string>& environment, const Pipe& out,
                         const Pipe& err, const Pipe& failed) {
  for (int signal : {SIGINT, SIGTERM, SIGPIPE}) ::signal(signal, SIG_DFL);
  ::setpgid(0, 0);
  for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
  ::dup2(::open("/dev/null", O_RDONLY), 0);
  ::dup2(out.ends[1], 1);
  ::dup2(err.ends[1], 2);
  std::vector<char*> arguments;
  for (const std::string& argument : command)
    arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  const int error = errno;
  [[maybe_unused]] const ssize_t written = ::write(failed.ends[1], &error, sizeof error);
  ::_exit(127);
}

/// Reads both until their ends; false once interrupted.
bool read_all(Pipe& out, Pipe& err, CapturedCommand& captured,
              const std::atomic<bool>* interrupted) {
  constexpr int kLookMs = 50;
  std::array<std::pair<Pipe*, std::string*>, 2> open = {
      {{&out, &captured.out}, {&err, &captured.err}}};
  while (out.ends[0] >= 0 || err.ends[0] >= 0) {
    if (interrupted && *interrupted) return false;
    std::array<pollfd, 2> files{};
    for (size_t i = 0; i < 2; i++) files[i] = {open[i].first->ends[0], POLLIN, 0};
    if (::poll(files.data(), files.size(), kLookMs) < 0 && errno != EINTR) return true;
    for (size_t i = 0; i < 2; i++) {
      if (files[i].fd < 0 || files[i].revents == 0) continue;
      std::array<char, 65536> chunk;
      const ssize_t n = ::read(files[i].fd, chunk.data(), chunk.size());
      if (n > 0)
        open[i].second->append(chunk.data(), static_cast<size_t>(n));
      else if (n == 0 || errno != EINTR)
        open[i].first->close(0);
    }
  }
  return true;
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

CapturedCommand run_captured(const std::vector<std::string>& command,
                             const std::map<std::string, std::string>& environment,
                             const std::atomic<bool>* interrupted) {
  Pipe out, err, failed;
  const pid_t process = ::fork();
  if (process < 0)
    throw IoError(fmt::format("cannot start {}: {}", command[0], std::strerror(errno)));
  if (process == 0) become(command, environment, out, err, failed);
  ::setpgid(process, process);  // here as well: whoever is first
  out.close(1), err.close(1), failed.close(1);
  CapturedCommand captured;
  const bool whole = read_all(out, err, captured, interrupted);
  if (!whole) ::kill(-process, SIGKILL);
  captured.status = wait_for(process);
  if (!whole) throw InterruptedError("interrupted");
  int error = 0;
  if (::read(failed.ends[0], &error, sizeof error) == sizeof error)
    throw IoError(fmt::format("cannot start {}: {}", command[0], std::strerror(error)));
  return captured;
}

std::string shell_word(const std::string& word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == word.npos) return word;
  std::string quoted = "'";
  for (char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string shell_line(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_word(word);
  return line;
}

}  // namespace heddle::batch
