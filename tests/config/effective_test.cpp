// Property: whatever a machine is, its effective configuration gives the same machine back.
#include "config/effective.hpp"

#include <gtest/gtest.h>

#include <random>

#include "config/load.hpp"
#include "config/schema.hpp"
#include "json/json.hpp"

namespace heddle {
namespace {

ConfigValue random_value(const Limits& limits, std::mt19937_64& random) {
  switch (limits.form) {
    case Form::Count:
    case Form::Bytes:
    case Form::Clock: {
      uint64_t span = limits.most - limits.least;
      uint64_t any = random() >> (random() % 64);
      return limits.least + (span == ~uint64_t{0} ? any : any % (span + 1));
    }
    case Form::Real: return static_cast<double>(random() % (limits.most * 1000)) / 1000.0;
    case Form::Switch: return random() % 2 == 0;
    case Form::Word: return std::string(limits.words[random() % limits.words.size()]);
    case Form::Text: break;
  }
  std::string text;
  static const char* parts[] = {"a", "\"", "\\", "\n", "\x01", "é", "#", "=", "'", "\x7f", " "};
  for (size_t i = random() % 12; i-- > 0;) text += parts[random() % std::size(parts)];
  return text;
}

MachineConfig random_machine(uint64_t seed) {
  std::mt19937_64 random(seed);
  MachineConfig config;
  for (const ConfigKey& key : config_keys()) key.set(config, random_value(key.limits, random));
  return config;
}

void assign_all(const Json& node, const std::string& prefix, MachineConfig& config) {
  for (const auto& [name, value] : node.items()) {
    std::string path = prefix + name;
    if (value.is_object()) {
      assign_all(value, path + ".", config);
      continue;
    }
    const ConfigKey* key = find_config_key(path);
    ASSERT_NE(key, nullptr) << path;
    WrittenValue written = value.is_boolean()          ? WrittenValue(value.get<bool>())
                           : value.is_string()         ? WrittenValue(value.get<std::string>())
                           : value.is_number_integer() ? WrittenValue(value.get<int64_t>())
                                                       : WrittenValue(value.get<double>());
    EXPECT_EQ(assign(*key, config, written), "");
  }
}

void expect_round_trip(const MachineConfig& config) {
  std::string toml = effective_toml(config);
  MachineConfig back = parse_preset(std::make_shared<Source>("effective.toml", toml), "x");
  EXPECT_TRUE(same_machine(config, back)) << toml;
  EXPECT_EQ(effective_toml(back), toml);

  std::string text = effective_json(config);
  MachineConfig from_json;
  assign_all(parse_json(text), "", from_json);
  EXPECT_TRUE(same_machine(config, from_json)) << text;
}

TEST(Effective, EveryPresetComesBack) {
  for (const ConfigInfo& preset : find_presets()) expect_round_trip(load_preset(preset.name));
}

TEST(Effective, AnyMachineComesBack) {
  for (uint64_t seed = 0; seed < 100; seed++) expect_round_trip(random_machine(seed));
}

TEST(Effective, NamesEveryKeyOnce) {
  std::string toml = effective_toml(MachineConfig{});
  EXPECT_EQ(static_cast<size_t>(std::count(toml.begin(), toml.end(), '=')), config_keys().size());
  EXPECT_EQ(toml.find("name = \"default\"\n"), 0u);
  auto json = parse_json(effective_json(load_preset("fermi")));
  EXPECT_EQ(json.flatten().size(), config_keys().size());
  EXPECT_EQ(json["core"]["units"]["sp"]["lanes"], 16);
}

}  // namespace
}  // namespace heddle
