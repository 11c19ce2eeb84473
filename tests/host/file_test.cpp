// Whole files: nothing is lost, and errors name the file.
#include "host/file.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "scratch.hpp"

namespace heddle {
namespace {

namespace fs = std::filesystem;

std::string message_of(auto&& call) {
  try {
    call();
  } catch (const IoError& e) {
    return e.what();
  }
  return "no IoError";
}

TEST(File, RoundTripLeavesNoTemporary) {
  ScratchFolder folder;
  std::string text("some\0bytes", 10);
  write_file(folder / "x.bin", std::string_view("old"));
  write_file(folder / "x.bin", std::string_view(text));
  EXPECT_EQ(read_file(folder / "x.bin"), text);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
  EXPECT_THAT(message_of([&] { read_file(folder / "x.bin", 9); }),
              testing::HasSubstr("larger than 9 bytes"));
}

TEST(File, ErrorsNameTheFile) {
  EXPECT_EQ(message_of([] { read_file("/nonexistent/x"); }),
            "cannot read '/nonexistent/x': No such file or directory");
  EXPECT_EQ(message_of([] { read_file("/"); }), "cannot read '/': Is a directory");
  EXPECT_EQ(message_of([] { write_file("/nonexistent/x", std::string_view("a")); }),
            "cannot write '/nonexistent/x': there is no folder '/nonexistent'");
  if (fs::exists("/dev/full")) {
    EXPECT_EQ(message_of([] { write_file("/dev/full", std::string_view("a")); }),
              "cannot write '/dev/full': No space left on device");
  }
}

TEST(File, ALinkIsWrittenThrough) {
  ScratchFolder folder;
  fs::create_directory(folder / "to");
  fs::create_symlink("to/new", folder / "link");
  for (const std::string text : {"first", "second"}) {
    write_file(folder / "link", std::string_view(text));
    EXPECT_TRUE(fs::is_symlink(folder / "link"));
    EXPECT_EQ(read_file(folder / "to" / "new"), text);
  }
  fs::create_symlink("round", folder / "round");
  EXPECT_THAT(message_of([&] { write_file(folder / "round", std::string_view("a")); }),
              testing::HasSubstr("Too many levels of symbolic links"));
}

TEST(OutputFile, AppearsWhenItIsComplete) {
  ScratchFolder folder;
  std::string expected;
  {
    OutputFile file(folder / "x.txt");
    for (int n = 0; n < 100'000; n++) {
      file.write("0123456789");
      expected += "0123456789";
    }
    EXPECT_FALSE(fs::exists(folder / "x.txt"));
    file.finish();
    EXPECT_EQ(read_file(folder / "x.txt"), expected);
    OutputFile dropped(folder / "x.txt");
    dropped.write("never finished");
  }
  EXPECT_EQ(read_file(folder / "x.txt"), expected);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator()), 1);
}

TEST(OutputFile, AFullDiskIsToldAtTheEnd) {
  ASSERT_TRUE(fs::exists("/dev/full")) << "every Linux has it";
  OutputFile file("/dev/full");
  for (int n = 0; n < 100'000; n++) file.write("0123456789");
  EXPECT_EQ(message_of([&] { file.finish(); }),
            "cannot write '/dev/full': No space left on device");
}

}  // namespace
}  // namespace heddle
