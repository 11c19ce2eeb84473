#include "config/validate.hpp"

#include <algorithm>
#include <cctype>

#include "base/error.hpp"
#include "config/schema.hpp"
#include "config/validate_rules.hpp"

namespace heddle {

namespace {

void check_core(const CoreConfig& core, Problems& out) {
  expect(out, is_power(core.warp), "core.warp is {}: a warp must be a power of two", core.warp);
  expect(out, core.warp % core.lanes == 0,
         "core.lanes is {}, with core.warp {}: core.lanes must divide core.warp", core.lanes,
         core.warp);
  expect(out, core.max_threads >= core.warp,
         "core.max_threads is {}: it must be at least one warp of {} threads (core.warp)",
         core.max_threads, core.warp);
  expect(out, core.max_threads % core.warp == 0,
         "core.max_threads is {}: it must be a multiple of core.warp, {}", core.max_threads,
         core.warp);
  expect(out, uint64_t{core.max_warps} * core.warp >= core.max_threads,
         "core.max_warps is {}: this many warps of {} threads (core.warp) cannot hold {} threads "
         "(core.max_threads)",
         core.max_warps, core.warp, core.max_threads);
  expect(out, core.max_warps % core.schedulers == 0,
         "core.max_warps is {}: the warps must divide evenly among {} schedulers "
         "(core.schedulers)",
         core.max_warps, core.schedulers);
  expect(out, is_power(core.shared_banks),
         "core.shared_banks is {}: the number of banks must be a power of two", core.shared_banks);
  expect(out, is_power(core.private_banks),
         "core.private_banks is {}: the number of banks must be a power of two",
         core.private_banks);
}

void check_units(const CoreConfig& core, Problems& out) {
  for (size_t i = 0; i < static_cast<size_t>(Unit::Count); i++) {
    std::string_view name = unit_name(static_cast<Unit>(i));
    uint32_t lanes = core.units[i].lanes;
    expect(out, core.warp % lanes == 0 || lanes % core.warp == 0,
           "core.units.{}.lanes is {}: it must divide core.warp, {}, or be a multiple of it", name,
           lanes, core.warp);
  }
  for (size_t i = 0; i < static_cast<size_t>(OpClass::Count); i++) {
    const OpTiming& timing = core.timing[i];
    std::string_view op = op_class_name(static_cast<OpClass>(i)), unit = unit_name(timing.unit);
    expect(out, core.units[static_cast<size_t>(timing.unit)].count > 0,
           "core.timing.{}.unit is {}, but core.units.{}.count is 0: no unit executes this class",
           op, unit, unit);
  }
}

void check_front_end(const MachineConfig& config, Problems& out) {
  check_cache_rules("fetch.l1i", config.fetch.l1i, out);
  expect(out, is_power(config.fetch.instruction_bytes),
         "fetch.instruction_bytes is {}: it must be a power of two",
         config.fetch.instruction_bytes);
  expect(out, config.registers.registers >= config.core.warp,
         "registers.registers is {}: a warp of {} threads (core.warp) needs at least one register "
         "per thread",
         config.registers.registers, config.core.warp);
}

/// One line for each key in the sentence whose origin is known.
std::string places_of(const std::string& sentence, const ConfigOrigins& origins) {
  std::string lines;
  std::vector<std::string> seen;
  auto in_key = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  };
  for (auto at = sentence.begin(); at != sentence.end();) {
    auto end = std::find_if_not(at, sentence.end(), in_key);
    std::string word(at, end);
    while (word.ends_with('.')) word.pop_back();
    auto found = origins.find(word);
    if (found != origins.end() && std::ranges::find(seen, word) == seen.end()) {
      lines += fmt::format("\n  {}: {}", word, found->second);
      seen.push_back(word);
    }
    at = end == sentence.end() ? end : end + 1;
  }
  return lines;
}

}  // namespace

std::vector<std::string> validate(const MachineConfig& config) {
  Problems problems;
  for (const ConfigKey& key : config_keys())
    if (std::string problem = limit_problem(key, config); !problem.empty())
      problems.push_back(std::move(problem));
  if (!problems.empty())
    return problems;  // the rules divide by values that the limits keep from being 0
  check_core(config.core, problems);
  check_units(config.core, problems);
  check_front_end(config, problems);
  check_arch_rules(config, problems);
  check_memory_rules(config, problems);
  return problems;
}

ValidMachine::ValidMachine(MachineConfig config, const ConfigOrigins& origins)
    : config_(std::move(config)) {
  std::string all;
  for (const std::string& problem : validate(config_))
    all += "\n" + problem + places_of(problem, origins);
  if (!all.empty())
    throw UsageError(fmt::format("the machine '{}' cannot be built:{}", config_.name, all));
}

}  // namespace heddle
