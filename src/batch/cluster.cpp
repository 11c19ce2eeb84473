#include "batch/cluster.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>

#include "batch/slurm.hpp"

namespace heddle::batch {

namespace {

struct Variant {
  std::string_view name;
  std::unique_ptr<Cluster> (*make)(const std::atomic<bool>* interrupted);
};
constexpr auto kVariants = std::to_array<Variant>({{"slurm", make_slurm}});

constexpr auto kNames = [] {
  std::array<std::string_view, kVariants.size()> names;
  for (size_t i = 0; i < names.size(); i++) names[i] = kVariants[i].name;
  return names;
}();

}  // namespace

std::span<const std::string_view> cluster_names() { return kNames; }

std::unique_ptr<Cluster> make_cluster(std::string_view name, const std::atomic<bool>* interrupted) {
  for (const Variant& variant : kVariants)
    if (variant.name == name) return variant.make(interrupted);
  throw UsageError(
      fmt::format("there is no batch system '{}'; there are: {}", name, fmt::join(kNames, ", ")));
}

}  // namespace heddle::batch
