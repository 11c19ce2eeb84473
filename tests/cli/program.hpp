// Runs the built program in a folder of the test's own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "host/file.hpp"
#include "host/kernels.hpp"
#include "scratch.hpp"

namespace heddle {

namespace fs = std::filesystem;

struct Ran {
  int status = 0;
  std::string out, err;
};

class CliTest : public testing::Test {
 protected:
  void SetUp() override { write_file(folder_ / "k.ptx", std::string_view(kHostTestPtx)); }

  /// Runs `heddle ARGUMENTS` in the test's folder through a shell.
  Ran run(const std::string& arguments, const std::string& redirect = ">out.txt 2>err.txt") {
    std::string command = "cd '" + folder_.path().string() + "' && rm -f out.txt err.txt; '" +
                          HEDDLE_PROGRAM + "' " + arguments + " " + redirect;
    return collect(std::system(command.c_str()));
  }
  /// The same, with a signal after half a second. It comes twice, as from timeout(1).
  Ran interrupted(const std::string& arguments, int signal = SIGINT) {
    std::string command = "cd '" + folder_.path().string() + "' && exec '" + HEDDLE_PROGRAM + "' " +
                          arguments + " >out.txt 2>err.txt";
    pid_t child = ::fork();
    if (child == 0) {
      ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
      ::_exit(98);
    }
    ::usleep(500'000);
    ::kill(child, signal);
    ::usleep(1000);
    ::kill(child, signal);
    int status = 0;
    ::waitpid(child, &status, 0);
    return collect(status);
  }
  void toml(const std::string& entry, const std::string& rest, int block = 4) {
    write_file(folder_ / "t.toml", "ptx = \"k.ptx\"\nentry = \"" + entry +
                                       "\"\ngrid = 1\nblock = " + std::to_string(block) + "\n" +
                                       rest);
  }

  ScratchFolder folder_;

 private:
  Ran collect(int status) {
    Ran ran;
    ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (fs::exists(folder_ / "out.txt")) ran.out = read_file(folder_ / "out.txt");
    if (fs::exists(folder_ / "err.txt")) ran.err = read_file(folder_ / "err.txt");
    return ran;
  }
};

}  // namespace heddle
