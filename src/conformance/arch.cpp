#include "conformance/arch.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "gpu/timed_engine.hpp"

namespace heddle {

std::vector<std::string> all_archs() {
  std::vector<std::string> names{"functional"};
  for (const DivergenceInfo& d : divergences()) names.push_back(d.name);
  return names;
}

std::vector<std::string> parse_archs(std::string_view names) {
  std::vector<std::string> known = all_archs(), chosen;
  auto choose = [&](const std::string& name) {
    if (std::ranges::find(chosen, name) == chosen.end()) chosen.push_back(name);
  };
  while (true) {
    std::string name(names.substr(0, names.find(',')));
    if (name == "all")
      for (const std::string& k : known) choose(k);
    else if (std::ranges::find(known, name) != known.end())
      choose(name);
    else
      throw UsageError(
          fmt::format("unknown arch '{}'; known are: all, {}", name, fmt::join(known, ", ")));
    if (name.size() == names.size()) return chosen;
    names.remove_prefix(name.size() + 1);
  }
}

std::shared_ptr<Engine> make_engine(const std::string& arch, const MachineConfig& machine) {
  if (arch == "functional") return nullptr;
  MachineConfig config = machine;
  config.arch.divergence = arch;
  return std::make_shared<TimedEngine>(std::move(config),
                                       MachineOptions{.check = true, .progress = {}});
}

}  // namespace heddle
