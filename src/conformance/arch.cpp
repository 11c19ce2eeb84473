#include "conformance/arch.hpp"

#include "config/archs.hpp"
#include "config/load.hpp"
#include "gpu/timed_engine.hpp"

namespace heddle {

std::vector<std::string> parse_archs(std::string_view names) {
  constexpr std::string_view kFunctional[] = {"functional"};
  return parse_arch_names(names, kFunctional);
}

std::shared_ptr<Engine> make_engine(const std::string& arch, const MachineSource& machine) {
  if (arch == "functional") return nullptr;
  return std::make_shared<TimedEngine>(
      load_machine(machine.preset, arch, machine.overrides, machine.extensions),
      MachineOptions{.check = true, .progress = {}});
}

}  // namespace heddle
