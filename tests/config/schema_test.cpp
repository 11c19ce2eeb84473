// The table itself: complete, unique, and every key takes its limits and nothing beyond.
#include "config/schema.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "config/quantity.hpp"

namespace heddle {
namespace {

/// Converts to anything: counts how many initialisers an aggregate takes.
struct Anything {
  template <class T>
  operator T() const;
};
template <class T, class... Args>
constexpr size_t member_count(Args... args) {
  if constexpr (requires { T{args..., Anything{}}; })
    return member_count<T>(args..., Anything{});
  else
    return sizeof...(Args);
}

/// Keys and tables directly below.
size_t children(std::string prefix) {
  std::set<std::string> names;
  for (const ConfigKey& key : config_keys())
    if (key.path.starts_with(prefix)) {
      std::string rest = key.path.substr(prefix.size());
      names.insert(rest.substr(0, rest.find('.')));
    }
  return names.size();
}

TEST(Schema, NamesEveryMember) {
  EXPECT_EQ(children("") + 1, member_count<MachineConfig>());  // the extensions are no key
  EXPECT_EQ(children("clock."), member_count<ClockConfig>());
  EXPECT_EQ(children("arch.") + 1, member_count<ArchConfig>());
  EXPECT_EQ(children("registers."), member_count<RegisterFileConfig>());
  EXPECT_EQ(children("fetch."), member_count<FetchConfig>());
  EXPECT_EQ(children("memory."), member_count<MemoryConfig>());
  EXPECT_EQ(children("memory.dram."), member_count<DramTiming>());
  EXPECT_EQ(children("memory.l1."), member_count<CacheConfig>());
  // These have no write port, no port at all, neither ports nor a latency of their own; nothing is
  // written to the first and the last.
  EXPECT_EQ(children("memory.constant."), member_count<CacheConfig>() - 4);
  EXPECT_EQ(children("memory.l2."), member_count<CacheConfig>() - 3);
  EXPECT_EQ(children("fetch.l1i."), member_count<CacheConfig>() - 6);
  // The arrays take one initialiser per element.
  size_t units = static_cast<size_t>(Unit::Count), ops = static_cast<size_t>(OpClass::Count);
  EXPECT_EQ(children("core.") - 2 + units + ops, member_count<CoreConfig>());
  EXPECT_EQ(children("core.units."), units);
  EXPECT_EQ(children("core.timing."), ops);
}

TEST(Schema, KeysAreUniqueAndDescribed) {
  std::set<std::string> seen;
  for (const ConfigKey& key : config_keys()) {
    EXPECT_TRUE(seen.insert(key.path).second) << key.path;
    EXPECT_EQ(find_config_key(key.path), &key);
    EXPECT_TRUE(key.sentence.ends_with('.')) << key.path;
    EXPECT_LE(key.limits.least, key.limits.most) << key.path;
  }
  EXPECT_TRUE(is_config_table("core.units.sp"));
  EXPECT_FALSE(is_config_table("core.unit"));
  EXPECT_FALSE(is_config_table("core.warp"));
}

TEST(Schema, NumbersKeepTheirLimits) {
  for (const ConfigKey& key : config_keys()) {
    if (key.limits.form > Form::Clock) continue;
    MachineConfig config;
    for (uint64_t value : {key.limits.least, key.limits.most}) {
      EXPECT_EQ(assign(key, config, static_cast<int64_t>(value)), "") << key.path;
      EXPECT_EQ(std::get<uint64_t>(key.get(config)), value) << key.path;
    }
    ConfigValue before = key.get(config);
    EXPECT_NE(assign(key, config, static_cast<int64_t>(key.limits.least) - 1), "") << key.path;
    if (key.limits.most < static_cast<uint64_t>(INT64_MAX)) {
      EXPECT_NE(assign(key, config, static_cast<int64_t>(key.limits.most) + 1), "") << key.path;
    }
    EXPECT_NE(assign(key, config, 1.5), "") << key.path;
    EXPECT_NE(assign(key, config, true), "") << key.path;
    EXPECT_NE(assign(key, config, std::string("many")), "") << key.path;
    EXPECT_EQ(key.get(config), before);
  }
}

TEST(Schema, WordsAreRefusedWithTheKnownOnes) {
  MachineConfig config;
  const ConfigKey& key = *find_config_key("memory.l1.write");
  EXPECT_EQ(assign(key, config, std::string("back")), "");
  EXPECT_EQ(config.memory.l1.write, "back");
  EXPECT_EQ(assign(key, config, std::string("around")),
            "'memory.l1.write' cannot be \"around\"; it must be one of: through, back");
  EXPECT_NE(assign(*find_config_key("arch.schedule"), config, std::string("Two Level")), "");
}

/// Hyphens and underscores are the same in words; what is kept is the word of the list.
TEST(Schema, WordsMayBeWrittenInEitherStyle) {
  MachineConfig config;
  auto kept = [&](const char* path, const std::string& word) {
    const ConfigKey& key = *find_config_key(path);
    EXPECT_EQ(assign(key, config, word), "") << word;
    return std::get<std::string>(key.get(config));
  };
  EXPECT_EQ(kept("arch.schedule", "greedy_then_oldest"), "greedy-then-oldest");
  EXPECT_EQ(kept("arch.schedule", "greedy-then-oldest"), "greedy-then-oldest");
  EXPECT_EQ(kept("arch.divergence", "large-warp"), kept("arch.divergence", "large_warp"));
  EXPECT_EQ(kept("arch.divergence", "dual-path"), kept("arch.divergence", "dual_path"));
  EXPECT_NE(assign(*find_config_key("arch.schedule"), config, std::string("greedythenoldest")), "");
  EXPECT_NE(assign(*find_config_key("arch.schedule"), config, std::string("two--level")), "");
}

/// No list has two words that differ only in style.
TEST(Schema, WordsDifferInMoreThanStyle) {
  for (const ConfigKey& key : config_keys()) {
    std::set<std::string> words;
    for (std::string_view listed : key.limits.words) {
      std::string word(listed);
      std::ranges::replace(word, '_', '-');
      EXPECT_TRUE(words.insert(word).second) << key.path << ": " << word;
    }
  }
}

TEST(Schema, SuggestsTheNearestKey) {
  EXPECT_EQ(suggest_config_key("core.wrap"), "; did you mean 'core.warp'?");
  EXPECT_EQ(suggest_config_key("warp"), "; did you mean 'core.warp'?");
  EXPECT_EQ(suggest_config_key("memory.l1.byte"), "; did you mean 'memory.l1.bytes'?");
  EXPECT_EQ(suggest_config_key("core.unit"), "; did you mean 'core.units'?");
  EXPECT_EQ(suggest_config_key("zzzzzzzzzzzz"), "");
}

TEST(Quantity, IsExactOrRefused) {
  EXPECT_EQ(parse_bytes("48 KiB"), 49152u);
  EXPECT_EQ(parse_bytes("1.5KiB"), 1536u);
  EXPECT_EQ(parse_bytes(" 7 "), 7u);
  EXPECT_EQ(parse_clock("1.4 GHz"), 1'400'000u);
  EXPECT_EQ(parse_clock("0.924 GHz"), 924'000u);
  EXPECT_EQ(parse_clock("700"), 700u);
  for (const char* bad : {"", "KiB", "1.1 B", "-1", "1e3", "48 KB", "1. KiB", ".5 KiB", "1.2.3 KiB",
                          "9999999999 GiB", "99999999999999999999", "0.00000000000000000001 GiB"})
    EXPECT_FALSE(parse_bytes(bad)) << bad;
  EXPECT_FALSE(parse_clock("1.0000001 GHz"));
  for (uint64_t value : {uint64_t{0}, uint64_t{1}, uint64_t{1000}, uint64_t{1'401'000},
                         uint64_t{650'000}, uint64_t{1'300'001}})
    EXPECT_EQ(parse_clock(format_clock(value)), value);
  for (uint64_t value : {0u, 1023u, 1024u, 1536u, 1u << 20, 3u << 30})
    EXPECT_EQ(parse_bytes(format_bytes(value)), value);
}

}  // namespace
}  // namespace heddle
