// A machine whose values were chosen at random is either refused, with a message that names a key,
// or it runs workloads to the right results. Nothing between the two: no crash, no hang.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "base/error.hpp"
#include "config/archs.hpp"
#include "config/load.hpp"
#include "config/schema.hpp"
#include "effort.hpp"
#include "gpu/timed_engine.hpp"
#include "workload/workload.hpp"

namespace heddle::workload {
namespace {

constexpr uint64_t kLongestRun = 20'000;  // cycles of a launch

class RandomMachine {
 public:
  explicit RandomMachine(uint64_t seed) : random_(seed) {
    auto presets = find_presets();
    preset_ = presets[below(presets.size())].name;
    arch_ = archs()[below(archs().size())].name;
    for (uint64_t changes = below(4); settings_.size() <= changes;)
      change(config_keys()[below(config_keys().size())]);
    settings_.push_back(fmt::format("max_cycles={}", kLongestRun));
  }

  ValidMachine load() const { return load_machine(preset_, arch_, settings_); }
  std::string text() const {
    return fmt::format("--preset {} --arch {} --set {}", preset_, arch_,
                       fmt::join(settings_, " --set "));
  }

 private:
  uint64_t below(uint64_t bound) { return random_() % bound; }

  void change(const ConfigKey& key) {
    if (key.limits.form == Form::Text || key.path.starts_with("energy.") ||
        key.path == "max_cycles")
      return;
    Limits limits = key.limits;
    if (key.path == "sms") limits.most = 65;  // more are no different, and slow
    settings_.push_back(fmt::format("{}={}", key.path, value(limits)));
  }
  std::string value(const Limits& limits) {
    if (limits.form == Form::Switch) return below(2) ? "true" : "false";
    if (limits.form == Form::Word) return std::string(limits.words[below(limits.words.size())]);
    return fmt::format("{}", number(limits));
  }
  /// Mostly powers of two, often the ends of the range.
  uint64_t number(const Limits& limits) {
    switch (below(4)) {
      case 0: return below(2) ? limits.least : limits.most;
      case 1: return std::clamp(below(100), limits.least, limits.most);
      default: return std::clamp(uint64_t{1} << below(13), limits.least, limits.most);
    }
  }

  std::mt19937_64 random_;
  std::string preset_, arch_;
  std::vector<std::string> settings_;
};

bool names_a_key(std::string_view text) {
  return std::ranges::any_of(config_keys(), [&](const ConfigKey& key) {
    return key.path.find('.') != std::string::npos ? text.find(key.path) != text.npos
                                                   : text.find("sms") != text.npos;
  });
}

/// What is wrong with the results; empty also when the run was stopped at its limit.
std::string difference_on(ValidMachine machine, const char* workload) {
  DeviceOptions options;
  options.engine = std::make_shared<TimedEngine>(std::move(machine),
                                                 MachineOptions{.check = true, .progress = {}});
  Device device(options);
  Choice choice;
  choice.size = "tiny";
  auto driver = make_driver(require_workload(workload), device, choice);
  try {
    driver->run();
  } catch (const LimitError&) {
    return "";
  } catch (const UsageError& e) {
    return names_a_key(e.what()) ? "" : e.what();  // a block does not fit
  }
  return driver->verify();
}

TEST(RandomMachine, IsRefusedByNameOrRunsRight) {
  constexpr const char* kWorkloads[] = {"fig7", "bitonic"};
  const uint64_t seeds = full_effort() ? 2000 : quick_effort() ? 30 : 80;
  uint64_t refused = 0, ran = 0;
  for (uint64_t seed = 1; seed <= seeds; seed++) {
    RandomMachine random(seed);
    SCOPED_TRACE(random.text());
    std::optional<ValidMachine> machine;
    try {
      machine = random.load();
    } catch (const UsageError& e) {
      EXPECT_TRUE(names_a_key(e.what())) << e.what();
      refused++;
      continue;
    }
    ran++;
    EXPECT_EQ(difference_on(*machine, kWorkloads[seed % std::size(kWorkloads)]), "");
  }
  EXPECT_GT(refused, seeds / 10);  // both happen: neither is what random machines always do
  EXPECT_GT(ran, seeds / 10);
}

}  // namespace
}  // namespace heddle::workload
