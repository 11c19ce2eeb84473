// The store of finished runs: what is damaged is not believed, and nothing in its place stops a
// study.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <csignal>
#include <fstream>
#include <thread>

#include "base/error.hpp"
#include "host/file.hpp"
#include "scratch.hpp"
#include "store/database.hpp"
#include "store/file_system.hpp"
#include "store/result_store.hpp"
#include "stored_runs.hpp"

namespace heddle::store {
namespace {

namespace fs = std::filesystem;
using test::run_named;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Json kResult = run_named("k").result;

/// What the store warned of.
struct Warnings {
  std::vector<std::string> warnings;
};
struct WarnedStore : Warnings, ResultStore {
  explicit WarnedStore(const fs::path& file)
      : ResultStore(file, [this](const std::string& text) { warnings.push_back(text); }) {}
};

TEST(Store, KeepsByKey) {
  ScratchFolder folder;
  fs::path file = folder / "new" / "folder" / "s.db";
  ResultStore store(file);
  EXPECT_EQ(store.find("k"), std::nullopt);
  store.keep(run_named("k"));
  EXPECT_EQ(store.find("k"), kResult);
  EXPECT_EQ(ResultStore(file).find("k"), kResult);
  EXPECT_EQ(store.find("other"), std::nullopt);
  EXPECT_THAT(store.damage(), IsEmpty());
  EXPECT_TRUE(store.keeps());
}

TEST(Store, WithoutAFileKeepsNothing) {
  ResultStore none{fs::path()};
  none.keep(run_named("k"));
  EXPECT_EQ(none.find("k"), std::nullopt);
  EXPECT_FALSE(none.keeps());
}

TEST(Store, GivesBackEverythingItWasGiven) {
  ScratchFolder folder;
  StoredRun run = run_named("k");
  ResultStore(folder / "s.db").keep(run);
  std::vector<StoredRun> runs;
  LeftOut left = for_each_run(folder / "s.db", [&](StoredRun r) { runs.push_back(std::move(r)); });
  ASSERT_THAT(runs, SizeIs(1));
  EXPECT_EQ(left.damaged + left.older, 0u);
  EXPECT_EQ(test::as_text(runs[0]), test::as_text(run));
}

TEST(Store, SqlReadsStatisticsAndSettings) {
  ScratchFolder folder;
  ResultStore(folder / "s.db").keep(run_named("k"));
  Database database(folder / "s.db", Access::Read, 0);
  EXPECT_EQ(database.text("SELECT value FROM statistics WHERE name = 'l1.reads'"), "7");
  EXPECT_EQ(database.text("SELECT value FROM settings WHERE name = 'core.warp'"), "32");
  EXPECT_EQ(database.text("PRAGMA journal_mode"), "wal");
}

TEST(Store, OfRunsThatDifferInProvenanceOnlyTheNewestIsRead) {
  ScratchFolder folder;
  ResultStore store(folder / "s.db");
  StoredRun old = run_named("a"), young = run_named("b");
  old.finished = 1, young.finished = 2, young.model = "another";
  store.keep(young), store.keep(old);
  std::vector<std::string> keys;
  LeftOut left = for_each_run(folder / "s.db", [&](StoredRun r) { keys.push_back(r.key); });
  EXPECT_THAT(keys, ::testing::ElementsAre("b"));
  EXPECT_EQ(left.older, 1u);
}

/// SQLite notices some damage itself, the checksum the rest; unused bytes may change.
TEST(Store, NoChangedByteIsBelieved) {
  ScratchFolder folder;
  ResultStore(folder / "s.db").keep(run_named("k"));
  const std::string good = read_file(folder / "s.db");
  size_t refused = 0, changed = 0;
  for (size_t i = 0; i < good.size(); i += good[i] == 0 ? 499 : 5) {
    std::string bad = good;
    bad[i] ^= 1;
    for (const char* suffix : {"-wal", "-shm"})
      fs::remove(folder.path() / ("s.db" + std::string(suffix)));
    std::ofstream(folder / "s.db", std::ios::binary) << bad;
    auto found = ResultStore(folder / "s.db").find("k");
    if (found) {
      EXPECT_EQ(*found, kResult) << i;
    }
    refused += !found, changed++;
  }
  EXPECT_GT(refused, changed / 4);
  for (size_t length = 0; length < good.size(); length += 4999) {
    std::ofstream(folder / "s.db", std::ios::binary) << good.substr(0, length);
    auto found = ResultStore(folder / "s.db").find("k");
    if (found) {
      EXPECT_EQ(*found, kResult) << length;
    }
  }
}

TEST(Store, CountsDamageInOneNoteAndReplacesIt) {
  ScratchFolder folder;
  ResultStore store(folder / "s.db");
  for (uint64_t seed = 1; const char* key : {"a", "b", "c"}) {
    StoredRun run = run_named(key);
    run.seed = seed++;
    store.keep(run);
  }
  {
    Database database(folder / "s.db", Access::Write, 1000);
    database.run(
        "UPDATE runs SET result = replace(result, '12345', '12346') WHERE key = 'a'; "
        "UPDATE runs SET key = 'd' WHERE key = 'c'");  // a key that is not its own
  }
  for (const char* key : {"a", "b", "d"}) EXPECT_EQ(store.find(key).has_value(), *key == 'b');
  EXPECT_THAT(store.damage(), HasSubstr("2 finished runs in "));
  EXPECT_THAT(store.damage(), HasSubstr("cannot be used and are repeated (a: checksum mismatch"));
  store.keep(run_named("a"));
  EXPECT_EQ(store.find("a"), run_named("a").result);
  size_t whole = 0;
  EXPECT_EQ(for_each_run(folder / "s.db", [&](StoredRun) { whole++; }).damaged, 1u);
  EXPECT_EQ(whole, 2u);
}

class StoreObstacle : public ::testing::Test {
 protected:
  /// Neither waits nor throws, warns once, and leaves the obstacle where it is.
  void expect_harmless(const std::string& why) {
    WarnedStore store(entry_);
    EXPECT_EQ(store.find("k"), std::nullopt);
    store.keep(run_named("k"));
    store.keep(run_named("k"));
    EXPECT_EQ(store.find("k"), std::nullopt);
    ASSERT_THAT(store.warnings, SizeIs(1));
    EXPECT_THAT(store.warnings[0], HasSubstr(why));
    EXPECT_FALSE(store.keeps());
    EXPECT_THROW(for_each_run(entry_, [](StoredRun) {}), IoError);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "something is left";
  }
  ScratchFolder folder_;
  fs::path entry_ = folder_ / "s.db";
};

TEST_F(StoreObstacle, Pipe) {
  ASSERT_EQ(::mkfifo(entry_.c_str(), 0600), 0);
  expect_harmless("not a regular file");
}
TEST_F(StoreObstacle, Folder) {
  fs::create_directory(entry_);
  expect_harmless("is a folder");
}
TEST_F(StoreObstacle, LinkToItself) {
  fs::create_symlink("s.db", entry_);
  expect_harmless("link");
}
TEST_F(StoreObstacle, LinkToADevice) {
  fs::create_symlink("/dev/zero", entry_);
  expect_harmless("not a regular file");
}
TEST_F(StoreObstacle, Socket) {
  int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(entry_.string().size(), sizeof address.sun_path);
  entry_.string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  expect_harmless("not a regular file");
  ::close(socket);
}
TEST_F(StoreObstacle, PipeBesideIt) {
  entry_ = folder_ / "other.db";
  ASSERT_EQ(::mkfifo((folder_ / "other.db-wal").c_str(), 0600), 0);
  expect_harmless("not a regular file");
}
TEST_F(StoreObstacle, TextFile) {
  write_file(entry_, std::string(5000, 'x'));
  expect_harmless("not a database");
}
TEST_F(StoreObstacle, DatabaseOfAnotherProgram) {
  Database(entry_, Access::Write, 0).run("CREATE TABLE t(a)");
  expect_harmless("another program");
}
TEST_F(StoreObstacle, StoreOfANewerHeddle) {
  ResultStore(entry_).keep(run_named("k"));
  Database(entry_, Access::Write, 0).run("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE");
  expect_harmless("version 99");
}

TEST(Store, OnAReadOnlyDiskIsReadAsItIs) {
  ScratchFolder folder;
  const fs::path file = folder / "odd %41?#.db";
  ResultStore(file).keep(run_named("k"));
  ASSERT_FALSE(fs::exists(file.string() + "-wal"));
  Database database(file, Access::Unchanging, 0);
  EXPECT_EQ(database.text("SELECT key FROM runs"), "k");
  EXPECT_THROW(database.run("DELETE FROM runs"), DatabaseError);
  if (::geteuid() == 0) return;  // may write everywhere
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(ResultStore(file).find("k"), kResult);
  size_t runs = 0;
  for_each_run(file, [&](StoredRun) { runs++; });
  EXPECT_EQ(runs, 1u);
  fs::permissions(folder.path(), fs::perms::owner_all);
}

TEST(Store, FindsManyRunsWhileOthersAreWritten) {
  ScratchFolder folder;
  ResultStore store(folder / "s.db"), other(folder / "s.db");
  EXPECT_EQ(store.find("b"), std::nullopt);
  std::vector<StoredRun> runs;
  for (const char* key : {"a", "b", "c"}) runs.push_back(run_named(key));
  runs[1].machine = "core.warp = 16\n", runs[1].configuration = R"({"core":{"warp":16}})";
  other.keep_all(runs);
  for (const StoredRun& run : runs) EXPECT_EQ(store.find(run.key), run.result);
  store.keep(run_named("d"));
  EXPECT_EQ(other.find("d"), run_named("d").result);
  std::vector<std::string> machines;
  for_each_run(folder / "s.db", [&](StoredRun r) { machines.push_back(r.machine); });
  // The newest of runs that are alike.
  EXPECT_THAT(machines, ::testing::UnorderedElementsAre(runs[0].machine, runs[1].machine));
}

TEST(Store, AFolderThatCannotBeWrittenIsWarnedOfOnce) {
  for (const char* file : {"/dev/null/s.db", "/proc/s.db"}) {
    WarnedStore store(file);
    for (int i = 0; i < 3; i++) store.keep(run_named("k"));
    EXPECT_EQ(store.find("k"), std::nullopt);
    EXPECT_THAT(store.warnings, SizeIs(1)) << file;
    EXPECT_THAT(store.damage(), IsEmpty()) << file;
    EXPECT_FALSE(store.keeps());
  }
}

TEST(Store, AFullDiskIsWarnedOfOnceAndLeavesNoPart) {
  ScratchFolder folder;
  ResultStore(folder / "s.db").keep(run_named("before"));
  {
    WarnedStore store(folder / "s.db");
    rlimit before{};
    ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
    auto* handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit full{16, before.rlim_max};
    ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
    for (const char* key : {"a", "b"}) store.keep(run_named(key));
    ::setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_THAT(store.warnings, SizeIs(1));
    EXPECT_EQ(store.find("before"), run_named("before").result);
    EXPECT_EQ(store.find("a"), std::nullopt);
  }
  EXPECT_EQ(check_integrity(folder / "s.db"), "ok");
}

TEST(Store, EstimatesFromTheMostSimilarRuns) {
  ScratchFolder folder;
  ResultStore store(folder / "s.db");
  StoredRun run = run_named("a");
  auto expected = [&] { return store.past_runs(run).expected_seconds(run); };
  EXPECT_EQ(expected(), std::nullopt);
  run.seconds = 2, run.arch = "mimd";
  store.keep(run);
  run.key = "b", run.seconds = 4, run.arch = "pdom", run.parameters = {"n=1"};
  store.keep(run);
  EXPECT_EQ(expected(), 4);
  run.parameters = {"n=2"};
  EXPECT_EQ(expected(), 4);
  run.key = "c", run.seconds = 10;
  store.keep(run);
  EXPECT_EQ(expected(), 10);
  run.parameters = {"n=3"};
  EXPECT_EQ(expected(), 7);
  run.arch = "dwf";
  EXPECT_DOUBLE_EQ(expected().value(), 16.0 / 3);
  // Read once, it answers for all runs of the workload.
  const PastRuns past = store.past_runs(run);
  run.arch = "mimd";
  EXPECT_EQ(past.expected_seconds(run), 2);
  run.workload = "other";
  EXPECT_EQ(expected(), std::nullopt);
}

TEST(Store, KnowsNetworkFileSystems) {
  EXPECT_EQ(network_file_system(uint64_t{0x6969}), "NFS");
  EXPECT_EQ(network_file_system(uint64_t{0x0bd00bd0}), "Lustre");
  for (uint64_t local : {0xef53u, 0x01021994u, 0x9123683eu, 0x58465342u, 0x794c7630u})
    EXPECT_EQ(network_file_system(local), "") << local;  // ext4, tmpfs, btrfs, xfs, overlay
  EXPECT_EQ(network_file_system("fuse.sshfs"), "fuse.sshfs");
  EXPECT_EQ(network_file_system("fuse.fuse-overlayfs"), "");
}

}  // namespace
}  // namespace heddle::store
