#include "host/module.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "host/device_state.hpp"
#include "host/launch_check.hpp"
#include "program/analysis/call_paths.hpp"

namespace heddle {

ModuleState::ModuleState(std::shared_ptr<DeviceState> d, ProgramPtr module)
    : device(std::move(d)),
      image(place_module(std::move(module), device->memory, device->symbol_places)) {}

ModuleState::~ModuleState() {
  for (Address address : image.addresses)
    if (const Allocation* a = address ? device->memory.find(address, 1) : nullptr;
        a && a->base == address && !a->borrowed)
      device->memory.release(address);
}

const ExecutablePtr& ModuleState::executable(uint32_t index) {
  ExecutablePtr& executable = linked[index];
  if (!executable) executable = link(image, function(index).name, device->options.interrupted);
  return executable;
}

namespace {

bool is_symbol(const Variable& v) { return v.space == Space::Global || v.space == Space::Const; }

DeviceSymbol make_symbol(const ModuleState& module, uint32_t index) {
  const Variable& v = module.image.module->variables[index];
  return {std::string(v.name), module.image.addresses[index], v.size, v.space == Space::Const,
          module.device.get()};
}

}  // namespace

Kernel::Kernel(std::shared_ptr<ModuleState> module, uint32_t function)
    : module_(std::move(module)), function_(function) {
  const Function& f = module_->function(function_);
  name_ = f.name;
  for (uint32_t index : f.parameters) {
    const Variable& v = f.variables[index];
    parameters_.push_back({std::string(v.name), static_cast<uint32_t>(v.place),
                           static_cast<uint32_t>(v.size), v.align});
  }
}

void Kernel::link() const { module_->executable(function_); }

uint32_t Kernel::parameter_bytes() const { return module_->function(function_).param_bytes; }

uint32_t Kernel::static_shared_bytes() const {
  return module_->executable(function_)->attributes.static_shared_bytes;
}

FunctionAttributes Kernel::attributes() const {
  FunctionAttributes a{module_->executable(function_)->attributes, parameters_, 0};
  a.registers =
      registers_per_thread(*module_->image.module, function_, module_->device->options.interrupted);
  auto opted_in = module_->dynamic_shared.find(function_);
  uint32_t ordinary =
      LaunchLimits::kShared - std::min(a.static_shared_bytes, LaunchLimits::kShared);
  a.max_dynamic_shared_bytes =
      opted_in == module_->dynamic_shared.end() ? ordinary : std::max(ordinary, opted_in->second);
  return a;
}

void Kernel::allow_dynamic_shared(uint32_t bytes) {
  uint64_t total = uint64_t{static_shared_bytes()} + bytes;
  if (total > LaunchLimits::kSharedOptIn)
    throw LaunchError(
        LaunchError::Of::Shared,
        fmt::format(
            "kernel '{}': {} bytes of shared memory (static and dynamic) are over the limit of {}",
            name_, total, LaunchLimits::kSharedOptIn));
  module_->dynamic_shared[function_] = bytes;
}

std::vector<std::string> Module::kernels() const {
  std::vector<std::string> names;
  for (const Function& f : state_->image.module->functions)
    if (f.is_entry && f.defined) names.emplace_back(f.name);
  return names;
}

Kernel Module::kernel(std::string_view name) const {
  const Program& module = *state_->image.module;
  auto it = module.function_index.find(name);
  if (it != module.function_index.end() && module.functions[it->second].is_entry)
    return Kernel(state_, it->second);
  auto names = kernels();
  auto found =
      find_named(name, names.size(), [&](size_t i) -> std::string_view { return names[i]; });
  if (found.size() == 1) return kernel(names[found.front()]);
  for (std::string& shown : names) shown = demangled(shown);
  if (found.size() > 1) {
    std::vector<std::string_view> meant;
    for (size_t i : found) meant.push_back(names[i]);
    throw UsageError(fmt::format("'{}' may be one of several kernels of '{}': {}", name,
                                 module.source->name(), fmt::join(meant, "; ")));
  }
  const char* why =
      it != module.function_index.end() ? "is a function, not a kernel" : "is not in the module";
  throw UsageError(
      names.empty() ? fmt::format("'{}' {}: '{}' has no kernels", name, why, module.source->name())
                    : fmt::format("kernel '{}' {}; '{}' has: {}", name, why, module.source->name(),
                                  fmt::join(names, ", ")));
}

Kernel Module::kernel() const {
  auto names = kernels();
  if (names.size() == 1) return kernel(names.front());
  const std::string& file = state_->image.module->source->name();
  if (names.empty()) throw UsageError(fmt::format("'{}' has no kernels", file));
  for (std::string& shown : names) shown = demangled(shown);
  throw UsageError(
      fmt::format("'{}' has several kernels, name one: {}", file, fmt::join(names, ", ")));
}

std::vector<DeviceSymbol> Module::symbols() const {
  std::vector<DeviceSymbol> list;
  const Program& module = *state_->image.module;
  for (uint32_t i = 0; i < module.variables.size(); i++)
    if (is_symbol(module.variables[i]) && state_->image.addresses[i] != 0)
      list.push_back(make_symbol(*state_, i));
  return list;
}

std::optional<DeviceSymbol> Module::find_symbol(std::string_view name) const {
  const Program& module = *state_->image.module;
  auto it = module.variable_index.find(name);
  if (it == module.variable_index.end() || !is_symbol(module.variables[it->second]) ||
      state_->image.addresses[it->second] == 0)
    return std::nullopt;
  return make_symbol(*state_, it->second);
}

DeviceSymbol Module::symbol(std::string_view name) const {
  if (auto found = find_symbol(name)) return *found;
  throw UsageError(fmt::format("'{}' has no global or constant variable named '{}'",
                               state_->image.module->source->name(), name));
}

std::vector<std::string> Module::unsupported() const {
  std::vector<std::string> list;
  for (const Unsupported& u : find_unsupported(*state_->image.module)) list.push_back(u.message);
  return list;
}

const ProgramPtr& Module::program() const { return state_->image.module; }

}  // namespace heddle
