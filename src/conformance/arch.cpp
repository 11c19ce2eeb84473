#include "conformance/arch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle {

namespace {

RunCounts launch_functional(Device& device, const Kernel& kernel, const LaunchConfig& config,
                            std::span<const ArgumentView> arguments) {
  return device.launch_arguments(kernel, config, arguments);
}

constexpr Arch kArchs[] = {
    {"functional", "plain execution without timing", launch_functional},
};

}  // namespace

std::span<const Arch> all_archs() { return kArchs; }

std::vector<const Arch*> parse_archs(std::string_view names) {
  std::vector<const Arch*> chosen;
  auto choose = [&](const Arch& arch) {
    if (std::find(chosen.begin(), chosen.end(), &arch) == chosen.end()) chosen.push_back(&arch);
  };
  while (true) {
    std::string_view name = names.substr(0, names.find(','));
    bool found = false;
    for (const Arch& arch : kArchs)
      if (name == arch.name || name == "all") {
        choose(arch);
        found = true;
      }
    if (!found) {
      std::string known = "all";
      for (const Arch& arch : kArchs) known += fmt::format(", {}", arch.name);
      throw UsageError(fmt::format("unknown arch '{}'; known are: {}", name, known));
    }
    if (name.size() == names.size()) return chosen;
    names.remove_prefix(name.size() + 1);
  }
}

}  // namespace heddle
