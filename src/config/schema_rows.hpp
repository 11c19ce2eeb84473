// Helpers to write the rows of the schema: a member pointer, limits, unit and sentence per member
// of a struct. `add_rows` binds them to each instance of the struct in the machine.
#pragma once

#include <limits>
#include <span>

#include "config/schema.hpp"
#include "config/variants.hpp"
#include "extension/extensions.hpp"

namespace heddle {

template <class Part>
using Member = std::variant<uint32_t Part::*, uint64_t Part::*, double Part::*, bool Part::*,
                            std::string Part::*, Unit Part::*>;

template <class Part>
struct Row {
  std::string_view name;
  Member<Part> member;
  Limits limits;
  std::string_view unit;
  std::string_view sentence;
};

inline constexpr uint64_t kMostCount = std::numeric_limits<uint32_t>::max();
/// The largest integer of TOML.
inline constexpr uint64_t kMostLong = std::numeric_limits<int64_t>::max();

inline Limits count(uint64_t least, uint64_t most = kMostCount) {
  return {Form::Count, least, most, {}};
}
inline Limits bytes(uint64_t least, uint64_t most = kMostCount) {
  return {Form::Bytes, least, most, {}};
}
inline Limits clock_rate() { return {Form::Clock, 1, 1'000'000'000, {}}; }
inline Limits real(uint64_t most) { return {Form::Real, 0, most, {}}; }
inline Limits flag() { return {Form::Switch, 0, 0, {}}; }
inline Limits word(std::vector<std::string_view> words) {
  return {Form::Word, 0, 0, std::move(words)};
}
/// One of the names in variants.hpp.
inline Limits variant(std::span<const std::string_view> names) {
  return {Form::Word, 0, 0, {names.begin(), names.end()}};
}
/// Also those of extensions.
inline Limits scheduler() {
  return {Form::Word,
          0,
          0,
          {kSchedulerNames.begin(), kSchedulerNames.end()},
          &Extensions::scheduler_names};
}
inline Limits text() { return {Form::Text, 0, 0, {}}; }

/// `part` returns the struct of a machine. Kept short because it is compiled for each struct.
template <class Part, class Access>
void add_rows(std::vector<ConfigKey>& keys, std::string_view prefix,
              const std::vector<Row<Part>>& rows, Access part) {
  for (const Row<Part>& row : rows)
    keys.push_back({std::string(prefix) + std::string(row.name), row.limits, std::string(row.unit),
                    std::string(row.sentence), [part, member = row.member](MachineConfig& c) {
                      return std::visit([&](auto m) -> ConfigPlace { return &(part(c).*m); },
                                        member);
                    }});
}

/// Each adds its section of the table.
void add_core_keys(std::vector<ConfigKey>& keys);
void add_memory_keys(std::vector<ConfigKey>& keys);
void add_energy_keys(std::vector<ConfigKey>& keys);
/// The optional features of a cache; keys of absent features are left out.
struct CacheParts {
  bool latency = false, ports = false, writes = false;
};
std::vector<Row<CacheConfig>> cache_rows(CacheParts parts);

}  // namespace heddle
