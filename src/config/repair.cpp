// Adjusts sizes that depend on each other. The rules of validate.hpp then check the result; nothing
// here decides what is valid.
#include "config/repair.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "config/schema.hpp"
#include "config/validate.hpp"

namespace heddle {

namespace {

std::set<std::string, std::less<>> keys_of(std::span<const std::string> overrides) {
  std::set<std::string, std::less<>> keys;
  for (const std::string& one : overrides) keys.insert(one.substr(0, one.find('=')));
  return keys;
}

uint64_t round_up(uint64_t value, uint64_t unit) { return (value + unit - 1) / unit * unit; }

class Repair {
 public:
  Repair(const MachineConfig& config, std::span<const std::string> overrides)
      : broken_(config), config_(config), fixed_(keys_of(overrides)) {}

  std::vector<std::string> find() {
    change_widths();
    change_counts();
    if (!validate(config_).empty()) return {};
    drop_needless();
    std::vector<std::string> settings;
    for (const ConfigKey* key : changed_)
      settings.push_back(fmt::format("{}={}", key->path, std::get<uint64_t>(key->get(config_))));
    return settings;
  }

 private:
  /// Lanes must divide a warp; the lanes of a unit may also be a multiple of it.
  void change_widths() {
    const uint64_t warp = config_.core.warp;
    set("core.lanes", std::gcd<uint64_t>(warp, std::min<uint64_t>(config_.core.lanes, warp)));
    for (size_t i = 0; i < static_cast<size_t>(Unit::Count); i++) {
      const uint64_t lanes = config_.core.units[i].lanes;
      if (lanes > 0 && lanes % warp != 0 && warp % lanes != 0)
        set(fmt::format("core.units.{}.lanes", unit_name(static_cast<Unit>(i))),
            std::gcd(warp, lanes));
    }
    set("arch.bundle", std::min<uint64_t>(config_.arch.bundle, warp));
  }

  /// Warps must hold all threads and divide evenly among the schedulers.
  void change_counts() {
    const CoreConfig& core = config_.core;
    const uint64_t warp = core.warp, schedulers = std::max<uint64_t>(core.schedulers, 1);
    set("core.max_threads",
        std::max<uint64_t>(core.max_threads / std::max<uint64_t>(warp, 1), 1) * warp);
    set("core.max_warps",
        round_up(std::max<uint64_t>(core.max_warps, round_up(core.max_threads, warp) / warp),
                 schedulers));
    set("core.max_threads", std::min<uint64_t>(core.max_threads, core.max_warps * warp));
    set("registers.registers", std::max<uint64_t>(config_.registers.registers, warp));
  }

  void set(std::string_view path, uint64_t value) {
    const ConfigKey* key = find_config_key(path);
    if (!key || fixed_.contains(path) || key->get(config_) == ConfigValue(value)) return;
    if (value < key->limits.least || value > key->limits.most) return;
    key->set(config_, value);
    if (std::ranges::find(changed_, key) == changed_.end()) changed_.push_back(key);
  }

  void drop_needless() {
    std::erase_if(changed_, [&](const ConfigKey* key) {
      const ConfigValue changed = key->get(config_);
      key->set(config_, key->get(broken_));
      const bool needless = validate(config_).empty();
      if (!needless) key->set(config_, changed);
      return needless;
    });
  }

  const MachineConfig& broken_;
  MachineConfig config_;
  std::set<std::string, std::less<>> fixed_;
  std::vector<const ConfigKey*> changed_;
};

}  // namespace

std::vector<std::string> find_repair(const MachineConfig& config,
                                     std::span<const std::string> overrides) {
  if (config.core.warp == 0) return {};
  return Repair(config, overrides).find();
}

}  // namespace heddle
