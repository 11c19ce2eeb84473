#include "extension/extensions.hpp"

#include <fmt/format.h>

#include <map>

#include "extension/guarded.hpp"

namespace heddle {

namespace {

/// All items of one kind, with the extensions that they come from.
template <class Items>
auto find(const std::vector<Extension>& list, Items Extension::*items, std::string_view name) {
  Extended<typename Items::value_type> found;
  for (const Extension& e : list)
    for (const auto& item : e.*items)
      if (item.name == name) found = {&item, &e};
  return found;
}

template <class Items>
std::vector<std::string_view> names(const std::vector<Extension>& list, Items Extension::*items) {
  std::vector<std::string_view> all;
  for (const Extension& e : list)
    for (const auto& item : e.*items) all.push_back(item.name);
  return all;
}

template <class Items>
void check_distinct(const std::vector<Extension>& list, Items Extension::*items,
                    std::string_view kind) {
  std::map<std::string_view, std::string_view> origins;
  for (const Extension& e : list)
    for (const auto& item : e.*items)
      if (auto [other, is_new] = origins.emplace(item.name, e.origin); !is_new)
        throw UsageError(fmt::format("{} and {} both have a {} '{}': rename one of them",
                                     other->second, e.origin, kind, item.name));
}

}  // namespace

Extensions::Extensions(std::vector<Extension> list) : list_(std::move(list)) {
  std::map<std::string_view, std::string_view> origins;
  for (const Extension& e : list_)
    if (auto [other, is_new] = origins.emplace(e.name, e.origin); !is_new)
      throw UsageError(
          fmt::format("{} and {} are both named '{}': rename one of them, or load it once",
                      other->second, e.origin, e.name));
  check_distinct(list_, &Extension::schedulers, "scheduler");
  check_distinct(list_, &Extension::workloads, "workload");
}

Extended<SchedulerExtension> Extensions::find_scheduler(std::string_view name) const {
  return find(list_, &Extension::schedulers, name);
}

Extended<WorkloadExtension> Extensions::find_workload(std::string_view name) const {
  return find(list_, &Extension::workloads, name);
}

std::vector<std::string_view> Extensions::scheduler_names() const {
  return names(list_, &Extension::schedulers);
}

std::string title_of(const Extended<SchedulerExtension>& scheduler) {
  return fmt::format("the scheduler '{}' of {}", scheduler->name, scheduler.from->origin);
}

std::string title_of(const Extended<WorkloadExtension>& workload) {
  return fmt::format("the workload '{}' of {}", workload->name, workload.from->origin);
}

std::vector<std::string_view> Extensions::workload_names() const {
  return names(list_, &Extension::workloads);
}

std::vector<std::string> Extensions::files() const {
  std::vector<std::string> files;
  for (const Extension& e : list_)
    if (!e.file.empty()) files.push_back(e.file.string());
  return files;
}

}  // namespace heddle
