// What is offered to who changed one key of several that go together.
#include "config/repair.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "config/archs.hpp"
#include "config/load.hpp"
#include "config/validate.hpp"

namespace heddle {
namespace {

MachineConfig with(const std::string& preset, const std::string& arch,
                   std::span<const std::string> settings) {
  MachineConfig config = load_preset(preset);
  apply_arch(config, arch);
  for (const std::string& one : settings) apply_override(config, one);
  return config;
}

TEST(Repair, WhatIsOfferedIsValidAndNeeded) {
  size_t offered = 0;
  for (const std::string preset : {"fermi", "small", "fung2007", "brunie2012", "lucas2015"})
    for (const ConfigInfo& arch : archs())
      for (uint32_t warp = 1; warp <= 1024; warp *= 2) {
        std::vector<std::string> settings{"core.warp=" + std::to_string(warp)};
        MachineConfig config = with(preset, arch.name, settings);
        if (validate(config).empty()) continue;
        const std::vector<std::string> repair = find_repair(config, settings);
        if (repair.empty()) continue;
        offered++;
        settings.insert(settings.end(), repair.begin(), repair.end());
        EXPECT_THAT(validate(with(preset, arch.name, settings)), testing::IsEmpty())
            << preset << " " << arch.name << " " << warp;
        for (size_t i = 1; i < settings.size(); i++) {
          std::vector<std::string> fewer = settings;
          fewer.erase(fewer.begin() + static_cast<ptrdiff_t>(i));
          EXPECT_FALSE(validate(with(preset, arch.name, fewer)).empty())
              << preset << " " << arch.name << ": " << settings[i] << " is needless";
        }
      }
  EXPECT_GT(offered, 500u);
}

TEST(Repair, KeysThatWereSetStay) {
  const std::vector<std::string> settings{"core.warp=8", "core.lanes=16"};
  EXPECT_THAT(find_repair(with("fermi", "pdom", settings), settings), testing::IsEmpty());
  const std::vector<std::string> narrow{"core.warp=8", "core.lanes=4"};
  EXPECT_THAT(find_repair(with("fermi", "pdom", narrow), narrow),
              testing::ElementsAre("core.max_warps=192"));
}

TEST(Repair, TheMessageEndsWithIt) {
  const std::vector<std::string> settings{"core.warp=8"};
  try {
    load_machine("fermi", "pdom", settings);
    FAIL() << "lanes of 32 do not divide a warp of 8";
  } catch (const UsageError& e) {
    EXPECT_THAT(
        e.what(),
        testing::EndsWith("\nIt can be built with --set core.lanes=8 --set core.max_warps=192"));
  }
}

}  // namespace
}  // namespace heddle
