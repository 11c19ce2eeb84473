// Helpers to write the rules of validate.hpp. A rule is a sentence that names keys by their paths;
// the paths in the sentence are used to look up where the values were set.
#pragma once

#include <fmt/format.h>

#include <bit>
#include <string>
#include <vector>

#include "config/machine.hpp"

namespace heddle {

using Problems = std::vector<std::string>;

template <class... Args>
void expect(Problems& problems, bool good, fmt::format_string<Args...> sentence, Args&&... args) {
  if (!good) problems.push_back(fmt::format(sentence, std::forward<Args>(args)...));
}

inline bool is_power(uint64_t value) { return std::has_single_bit(value); }

/// The rules by topic. Every key is within its limits when they are called.
void check_memory_rules(const MachineConfig& config, Problems& out);
void check_arch_rules(const MachineConfig& config, Problems& out);
/// `name` is the table of the cache's keys: "memory.l1".
void check_cache_rules(std::string_view name, const CacheConfig& cache, Problems& out);

}  // namespace heddle
