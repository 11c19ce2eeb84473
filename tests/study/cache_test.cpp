// The cache of finished runs: what is damaged is not believed, and nothing in its folder stops a
// study.
#include "study/cache.hpp"

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

#include "host/file.hpp"
#include "scratch.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const Json kResult = {{"total", {{"cycles", 12345}, {"rate", 0.1}}}};

/// What the cache warned of.
struct Warnings {
  std::vector<std::string> warnings;
};
struct WarnedCache : Warnings, RunCache {
  explicit WarnedCache(const fs::path& folder)
      : RunCache(folder, [this](const std::string& text) { warnings.push_back(text); }) {}
};

TEST(StudyCache, KeepsByKey) {
  ScratchFolder folder;
  RunCache cache(folder / "new" / "folder");
  EXPECT_EQ(cache.find("k"), std::nullopt);
  cache.keep("k", kResult);
  EXPECT_EQ(cache.find("k"), kResult);
  EXPECT_EQ(RunCache(folder / "new" / "folder").find("k"), kResult);
  EXPECT_EQ(cache.find("other"), std::nullopt);
  EXPECT_THAT(cache.damage(), IsEmpty());
  EXPECT_TRUE(cache.keeps());
}

TEST(StudyCache, WithoutAFolderKeepsNothing) {
  RunCache none{fs::path()};
  none.keep("k", kResult);
  EXPECT_EQ(none.find("k"), std::nullopt);
  EXPECT_FALSE(none.keeps());
}

TEST(StudyCache, NoChangedByteIsBelieved) {
  ScratchFolder folder;
  RunCache(folder).keep("k", kResult);
  const std::string good = read_file(folder / "k.json");
  size_t believed = 0;
  for (size_t i = 0; i < good.size(); i++)
    for (char changed : {static_cast<char>(good[i] ^ 1), '0', ' '}) {
      if (changed == good[i]) continue;
      std::string bad = good;
      bad[i] = changed;
      std::ofstream(folder / "k.json") << bad;
      RunCache cache(folder);
      auto found = cache.find("k");
      if (found) {  // white space between values
        EXPECT_EQ(*found, kResult) << bad;
      }
      EXPECT_EQ(found.has_value(), cache.damage().empty());
      believed += found.has_value();
    }
  EXPECT_LT(believed, good.size());
  for (size_t length = 0; length + 1 < good.size(); length++) {
    std::ofstream(folder / "k.json") << good.substr(0, length);
    EXPECT_EQ(RunCache(folder).find("k"), std::nullopt) << length;
  }
}

TEST(StudyCache, CountsDamageInOneNote) {
  ScratchFolder folder;
  RunCache cache(folder);
  for (const char* key : {"a", "b", "c"}) cache.keep(key, kResult);
  fs::copy_file(folder / "c.json", folder / "d.json");  // a key that is not its own
  fs::resize_file(folder / "a.json", 5);
  for (const char* key : {"a", "b", "d"}) EXPECT_EQ(cache.find(key).has_value(), *key == 'b');
  EXPECT_THAT(cache.damage(), HasSubstr("2 finished runs in the cache cannot be used"));
  EXPECT_THAT(cache.damage(), HasSubstr("a.json: incomplete entry"));
  cache.keep("a", kResult);
  EXPECT_EQ(cache.find("a"), kResult);
}

class CacheObstacle : public ::testing::Test {
 protected:
  /// Neither waits nor throws, and where it can, puts the entry in the obstacle's place.
  void expect_harmless(bool replaced) {
    WarnedCache cache(folder_);
    EXPECT_EQ(cache.find("k"), std::nullopt);
    EXPECT_THAT(cache.damage(), HasSubstr("k.json"));
    cache.keep("k", kResult);
    cache.keep("k", kResult);
    EXPECT_EQ(cache.find("k").has_value(), replaced);
    EXPECT_THAT(cache.warnings, SizeIs(replaced ? 0 : 1));
    EXPECT_EQ(cache.keeps(), replaced);
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << "a temporary file is left";
  }
  ScratchFolder folder_;
  fs::path entry_ = folder_ / "k.json";
};

TEST_F(CacheObstacle, Pipe) {
  ASSERT_EQ(::mkfifo(entry_.c_str(), 0600), 0);
  expect_harmless(true);
}
TEST_F(CacheObstacle, Folder) {
  fs::create_directory(entry_);
  expect_harmless(false);
}
TEST_F(CacheObstacle, LinkToItself) {
  fs::create_symlink("k.json", entry_);
  expect_harmless(true);
}
TEST_F(CacheObstacle, LinkToADevice) {
  fs::create_symlink("/dev/zero", entry_);
  expect_harmless(true);
}
TEST_F(CacheObstacle, Socket) {
  int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(entry_.string().size(), sizeof address.sun_path);
  entry_.string().copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(::bind(socket, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  expect_harmless(true);
  ::close(socket);
}

TEST(StudyCache, AFolderThatCannotBeWrittenIsWarnedOfOnce) {
  for (const char* folder : {"/dev/null/runs", "/dev/null", "/proc"}) {
    WarnedCache cache(folder);
    for (int i = 0; i < 3; i++) cache.keep("k", kResult);
    EXPECT_EQ(cache.find("k"), std::nullopt);
    EXPECT_THAT(cache.warnings, SizeIs(1)) << folder;
    EXPECT_THAT(cache.damage(), IsEmpty()) << folder;
    EXPECT_FALSE(cache.keeps());
  }
}

TEST(StudyCache, AFullDiskIsWarnedOfOnce) {
  ScratchFolder folder;
  WarnedCache cache(folder);
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  auto* handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit full{16, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &full), 0);
  for (const char* key : {"a", "b"}) cache.keep(key, kResult);
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(cache.warnings, SizeIs(1));
  EXPECT_TRUE(fs::is_empty(folder.path())) << "a part of an entry is left";
}

TEST(StudyCache, WritersOfOneEntryDoNotDisturbEachOther) {
  ScratchFolder folder;
  std::atomic<size_t> wrong = 0;
  {
    std::vector<std::jthread> threads;
    for (int t = 0; t < 4; t++)
      threads.emplace_back([&] {
        RunCache cache(folder);
        for (int i = 0; i < 50; i++) {
          cache.keep("k", kResult);
          wrong += cache.find("k") != kResult;
        }
        wrong += !cache.keeps() || !cache.damage().empty();
      });
  }
  EXPECT_EQ(wrong, 0u);
}

}  // namespace
}  // namespace heddle::study
