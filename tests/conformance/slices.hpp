// Options of a mechanism must not change what kernels compute. Each combination of them runs
// another part of all corpora, together they run a third; effort.hpp says when each runs
// everything.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <span>

#include "conformance/checker.hpp"
#include "effort.hpp"

namespace heddle::test {

struct Combination {
  const char* arch;
  const char* setting;
};

inline void expect_part_passes(std::span<const Combination> all, size_t number,
                               const char* preset) {
  CheckerOptions options;
  for (const char* folder : {"instructions", "programs", "extended"})
    options.folders.push_back(std::filesystem::path(HEDDLE_TESTS) / "conformance" / folder);
  options.archs = parse_archs(all[number].arch);
  options.machine = {preset, {all[number].setting}};
  options.jobs = 2;
  if (!full_effort()) {
    options.part = number;
    options.parts = 3 * all.size();
  }
  std::vector<std::string> failures;
  options.failed = [&](const std::string& line) { failures.push_back(line); };
  EXPECT_GE(run_checker(options).passed, (752u + 480u + 251u) / options.parts);
  EXPECT_THAT(failures, testing::IsEmpty());
}

/// For the name of a test.
inline std::string name_of(const Combination& c) {
  std::string name = std::string(c.arch) + "_" + c.setting;
  for (char& letter : name)
    if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
  return name;
}

}  // namespace heddle::test
