// What a person sees of a task's output.
#include "batch/log_tail.hpp"

#include <gtest/gtest.h>

#include "host/file.hpp"
#include "scratch.hpp"

namespace heddle::batch {
namespace {

TEST(LogTail, IsTheEndOfTheFile) {
  ScratchFolder folder;
  auto tail = [&](const std::string& text, size_t lines) {
    write_file(folder / "log", std::string_view(text));
    return log_tail(folder / "log", lines);
  };
  EXPECT_EQ(tail("", 3), "");
  EXPECT_EQ(tail("\n\n", 3), "");
  EXPECT_EQ(tail("a", 3), "a");
  EXPECT_EQ(tail("a\nb\nc\n", 3), "a\nb\nc");
  EXPECT_EQ(tail("a\nb\nc\nd\n\n", 3), "b\nc\nd");
  EXPECT_EQ(tail("\na\n", 3), "\na");
  EXPECT_EQ(tail("a\nred \x1b[31m\r\n", 1), "red ?[31m");
  EXPECT_EQ(log_tail(folder / "none"), "");
  EXPECT_EQ(log_tail(folder), "");
}

TEST(LogTail, OfALongFileHasWholeLines) {
  ScratchFolder folder;
  std::string text;
  for (int i = 0; i < 1000; i++) text += "line " + std::to_string(i) + "\n";
  write_file(folder / "log", std::string_view(text));
  const std::string tail = log_tail(folder / "log", 100'000);
  EXPECT_TRUE(tail.starts_with("line ")) << tail.substr(0, 20);
  EXPECT_TRUE(tail.ends_with("\nline 999"));
  EXPECT_LE(tail.size(), 4096u);
}

}  // namespace
}  // namespace heddle::batch
