// Runs the built program in a folder of the test's own.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>

#include "cli/child.hpp"
#include "host/file.hpp"
#include "host/kernels.hpp"
#include "scratch.hpp"

namespace heddle {

namespace fs = std::filesystem;

struct Ran {
  int status = 0;       ///< as a shell tells it
  bool killed = false;  ///< a signal ended it, not the program itself
  std::string out, err;
};

class CliTest : public testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_ / "k.ptx", std::string_view(kHostTestPtx));
    ::setenv("XDG_DATA_HOME", (folder_ / "data").c_str(), 1);  // not the user's store
  }

  /// Runs `heddle ARGUMENTS` in the test's folder through a shell.
  Ran run(const std::string& arguments, const std::string& redirect = ">out.txt 2>err.txt") {
    std::string command = "cd '" + folder_.path().string() + "' && rm -f out.txt err.txt; '" +
                          HEDDLE_PROGRAM + "' " + arguments + " " + redirect;
    return collect(std::system(command.c_str()));
  }
  /// The same, with a signal when it handles it and has used this much CPU time.
  Ran interrupted(const std::string& arguments, int signal = SIGINT, double cpu_seconds = 0) {
    return watched(arguments, [&](Child& child) {
      child.wait_until_handled(signal);
      child.wait_until_used(cpu_seconds);
      child.send(signal);
    });
  }
  /// The same, with whatever `watch` does to it while it runs.
  Ran watched(const std::string& arguments, const std::function<void(Child&)>& watch) {
    Child child(folder_, "'" HEDDLE_PROGRAM "' " + arguments + " >out.txt 2>err.txt");
    watch(child);
    return collect(child.wait());
  }
  /// The CPU time of a whole run, in seconds.
  double cpu_seconds_of(const std::string& arguments) {
    Child child(folder_, "'" HEDDLE_PROGRAM "' " + arguments + " >/dev/null 2>&1");
    child.wait();
    return child.cpu_seconds();
  }
  /// The CPU time after which a long run is in the middle of its work, if it starts as the run
  /// `quick` does, which ends soon.
  double past_start(const std::string& quick) { return 2 * cpu_seconds_of(quick) + 0.1; }
  void toml(const std::string& entry, const std::string& rest, int block = 4) {
    write_file(folder_ / "t.toml", "ptx = \"k.ptx\"\nentry = \"" + entry +
                                       "\"\ngrid = 1\nblock = " + std::to_string(block) + "\n" +
                                       rest);
  }

  static constexpr const char* kNoCudaProgram = "programs cannot load a library with sanitizers";
  static bool has_cuda_program() { return *HEDDLE_CUDA_PROGRAM; }
  /// ./prog; tests/cuda_program says what it does.
  void add_cuda_program() {
    fs::copy_file(HEDDLE_CUDA_PROGRAM, folder_ / "prog", fs::copy_options::overwrite_existing);
  }

  ScratchFolder folder_;

 private:
  Ran collect(int status) {
    Ran ran;
    ran.killed = WIFSIGNALED(status);
    ran.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (fs::exists(folder_ / "out.txt")) ran.out = read_file(folder_ / "out.txt");
    if (fs::exists(folder_ / "err.txt")) ran.err = read_file(folder_ / "err.txt");
    return ran;
  }
};

}  // namespace heddle
