// Several programs write to one store and are killed at any moment: the file stays whole, and no
// run that was told to be finished is lost.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <random>
#include <thread>

#include "effort.hpp"
#include "scratch.hpp"
#include "store/result_store.hpp"
#include "stored_runs.hpp"

namespace heddle::store {
namespace {

namespace fs = std::filesystem;
using test::run_named;

TEST(StoreWriters, ThreadsOfOneProgramDoNotDisturbEachOther) {
  ScratchFolder folder;
  std::atomic<size_t> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; t++)
      threads.emplace_back([&] {
        ResultStore store(folder / "s.db");
        for (int i = 0; i < 20; i++) {
          store.keep(run_named("k"));
          wrong += store.find("k") != run_named("k").result;
        }
        wrong += !store.keeps() || !store.damage().empty();
      });
  }
  EXPECT_EQ(wrong, 0u);
}

TEST(StoreWriters, ManyMayCreateOneStoreAtTheSameMoment) {
  ScratchFolder folder;
  std::atomic<size_t> wrong = 0;
  for (int file = 0; file < 100; file++) {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; t++)
      threads.emplace_back([&, file] {
        ResultStore store(folder / fmt::format("{}.db", file));
        store.keep(run_named("k"));
        wrong += !store.keeps();
      });
  }
  EXPECT_EQ(wrong, 0u);
}

/// A process that stores runs until it is killed, and tells the number of each that is finished.
struct Writer {
  pid_t process = 0;
  int told = -1;
};

[[noreturn]] void write_forever(const fs::path& file, const std::string& name, int tell) {
  ResultStore store(file);
  for (uint32_t i = 0; store.keeps(); i++) {
    store.keep(run_named(name + std::to_string(i)));
    if (store.keeps() && ::write(tell, &i, sizeof i) != sizeof i) break;
  }
  ::_exit(1);
}

class Writers {
 public:
  Writers(fs::path file, size_t count) : file_(std::move(file)), writers_(count) {
    for (size_t i = 0; i < count; i++) start(i);
  }
  ~Writers() {
    for (Writer& w : writers_) kill_one(w);
  }
  /// Takes what writers tell until there are `count` more finished runs.
  void wait_for(size_t count) {
    for (size_t until = finished_.size() + count; finished_.size() < until;) {
      std::vector<pollfd> files;
      for (const Writer& w : writers_) files.push_back({w.told, POLLIN, 0});
      ASSERT_GT(::poll(files.data(), files.size(), 60'000), 0) << "no writer makes progress";
      for (size_t i = 0; i < files.size(); i++) {
        if (files[i].revents & POLLIN) take(i);
        ASSERT_FALSE(files[i].revents & POLLHUP) << "a writer has ended by itself";
      }
    }
  }
  void kill_and_restart(size_t i) {
    ::kill(writers_[i].process, SIGKILL);
    while (take(i)) continue;  // what it told before
    kill_one(writers_[i]);
    start(i);
  }
  const std::vector<std::string>& finished() const { return finished_; }

 private:
  void start(size_t i) {
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    names_.resize(writers_.size());
    names_[i] = "w" + std::to_string(started_++) + ".";
    const pid_t process = ::fork();
    ASSERT_GE(process, 0);
    if (process == 0) {
      ::close(ends[0]);
      write_forever(file_, names_[i], ends[1]);
    }
    ::close(ends[1]);
    writers_[i] = {process, ends[0]};
  }
  bool take(size_t i) {
    uint32_t number = 0;
    if (::read(writers_[i].told, &number, sizeof number) != sizeof number) return false;
    finished_.push_back(names_[i] + std::to_string(number));
    return true;
  }
  static void kill_one(Writer& w) {
    if (w.process == 0) return;
    ::kill(w.process, SIGKILL);
    ::waitpid(w.process, nullptr, 0);
    ::close(w.told);
    w.process = 0;
  }

  fs::path file_;
  std::vector<Writer> writers_;
  std::vector<std::string> names_, finished_;
  size_t started_ = 0;
};

TEST(StoreWriters, EightProgramsKilledAHundredTimesLoseNoFinishedRun) {
  ScratchFolder folder;
  const fs::path file = folder / "s.db";
  const int kills = quick_effort() ? 10 : 100;
  std::mt19937 random(7);
  std::vector<std::string> finished;
  {
    Writers writers(file, 8);
    for (int i = 0; i < kills; i++) {
      writers.wait_for(random() % 8);
      for (volatile uint32_t spin = random() % 300'000; spin > 0;) spin = spin - 1;
      writers.kill_and_restart(random() % 8);
      ASSERT_FALSE(HasFatalFailure());
    }
    writers.wait_for(8);
    finished = writers.finished();
  }
  EXPECT_EQ(check_integrity(file), "ok");
  ResultStore store(file);
  size_t lost = 0;
  for (const std::string& key : finished) lost += store.find(key) != run_named(key).result;
  EXPECT_EQ(lost, 0u) << "of " << finished.size();
  EXPECT_GT(finished.size(), static_cast<size_t>(kills));
  EXPECT_EQ(store.damage(), "");
}

}  // namespace
}  // namespace heddle::store
