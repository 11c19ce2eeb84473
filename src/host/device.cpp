#include "host/device.hpp"

#include <fmt/format.h>

#include <cstdio>

#include "base/error.hpp"
#include "host/file.hpp"
#include "isa/rounding.hpp"
#include "program/join_modules.hpp"

namespace heddle {

namespace {

void print_to_stdout(std::string_view text) { std::fwrite(text.data(), 1, text.size(), stdout); }

void check_symbol_range(const DeviceState& device, const DeviceSymbol& symbol, uint64_t offset,
                        uint64_t bytes) {
  if (symbol.device && symbol.device != &device)
    throw UsageError(fmt::format("symbol '{}' belongs to another device", symbol.name));
  if (offset > symbol.size || bytes > symbol.size - offset)
    throw UsageError(
        fmt::format("cannot copy {} bytes at offset {} of symbol '{}': it has {} bytes", bytes,
                    offset, symbol.name, symbol.size));
}

}  // namespace

Device::Device(DeviceOptions options) : state_(std::make_shared<DeviceState>(std::move(options))) {
  if (!state_->options.print) state_->options.print = print_to_stdout;
}

Module Device::load_text(std::string ptx, std::string name) {
  return load(load_module(std::make_shared<Source>(std::move(name), std::move(ptx)),
                          state_->options.interrupted));
}

Module Device::load_file(const std::filesystem::path& path) {
  return load_text(read_file(path), path.string());
}

Module Device::load_linked(const std::vector<std::string>& ptx, std::string name) {
  std::vector<SourcePtr> sources;
  for (size_t i = 0; i < ptx.size(); i++)
    sources.push_back(std::make_shared<Source>(
        ptx.size() == 1 ? name : fmt::format("{}, module {}", name, i + 1), ptx[i]));
  return load(load_module(join_modules(sources), state_->options.interrupted));
}

Module Device::load_linked_files(const std::vector<std::filesystem::path>& paths) {
  std::vector<SourcePtr> sources;
  for (const std::filesystem::path& path : paths)
    sources.push_back(std::make_shared<Source>(path.string(), read_file(path)));
  return load(load_module(join_modules(sources), state_->options.interrupted));
}

Module Device::load(ProgramPtr module) {
  if (!module) throw UsageError("cannot load a module from a null pointer");
  return Module(std::make_shared<ModuleState>(state_, std::move(module)));
}

Address Device::allocate(uint64_t bytes, std::string label) {
  return state_->memory.allocate(bytes, Allocation::Kind::Buffer, std::move(label));
}

Address Device::allocate_at(Address address, uint64_t bytes, std::string label) {
  return state_->memory.allocate_at(address, bytes, Allocation::Kind::Buffer, std::move(label));
}

void Device::free(Address address) {
  if (address == 0) return;
  if (const Allocation* a = state_->memory.find(address, 1);
      a && a->kind != Allocation::Kind::Buffer)
    throw UsageError(fmt::format("cannot free {:#x}: the host did not allocate it; it is {}",
                                 address, state_->memory.describe(address)));
  state_->memory.release(address);
}

void Device::copy_to_device(Address to, std::span<const std::byte> from) {
  state_->memory.write(to, from);
}

void Device::copy_to_host(std::span<std::byte> to, Address from) const {
  state_->memory.read(from, to);
}

void Device::copy(Address to, Address from, uint64_t bytes) {
  state_->memory.copy(to, from, bytes);
}

void Device::fill(Address address, std::byte value, uint64_t bytes) {
  state_->memory.fill(address, value, bytes);
}

void Device::copy_to_symbol(const DeviceSymbol& to, std::span<const std::byte> from,
                            uint64_t offset) {
  check_symbol_range(*state_, to, offset, from.size());
  state_->memory.write(to.address + offset, from);
}

void Device::copy_from_symbol(std::span<std::byte> to, const DeviceSymbol& from,
                              uint64_t offset) const {
  check_symbol_range(*state_, from, offset, to.size());
  state_->memory.read(from.address + offset, to);
}

RunCounts Device::launch_arguments(const Kernel& kernel, const LaunchConfig& config,
                                   std::span<const ArgumentView> arguments) {
  const Function& f = kernel.module_->function(kernel.function_);
  auto block = pack_arguments(kernel.name(), kernel.parameters(), f.param_bytes, arguments);
  return launch_block(kernel, config, block);
}

RunCounts Device::launch_block(const Kernel& kernel, const LaunchConfig& config,
                               std::span<const std::byte> parameters) {
  ModuleState& module = *kernel.module_;
  const Function& f = module.function(kernel.function_);
  if (module.device != state_)
    throw UsageError(fmt::format("kernel '{}' was loaded on another device", kernel.name()));
  if (config.stream && config.stream->device_ != state_)
    throw UsageError(
        fmt::format("cannot launch kernel '{}' on a stream of another device", kernel.name()));
  if (parameters.size() != f.param_bytes)
    throw UsageError(fmt::format("kernel '{}' has {} bytes of parameters, the launch gives {}",
                                 kernel.name(), f.param_bytes, parameters.size()));
  auto opted_in = module.dynamic_shared.find(kernel.function_);
  ExecutablePtr executable = module.executable(kernel.function_);
  check_launch(f, executable->attributes.static_shared_bytes, config,
               opted_in == module.dynamic_shared.end() ? 0 : opted_in->second);
  Launch launch{config.grid, config.block, config.dynamic_shared, parameters,
                state_->next_grid_id++};
  launch.workspace = config.workspace;
  const DeviceOptions& o = state_->options;
  Environment environment{state_->memory, o.print, o.interrupted, o.max_warp_instructions,
                          o.stack_bytes};
  state_->totals.launches++;
  if (!state_->options.engine) state_->options.engine = std::make_shared<FunctionalEngine>();
  const isa::DefaultArithmetic arithmetic;
  RunCounts counts = state_->options.engine->run(executable, launch, environment);
  state_->totals.blocks += counts.blocks;
  state_->totals.warp_instructions += counts.warp_instructions;
  state_->totals.thread_instructions += counts.thread_instructions;
  return counts;
}

}  // namespace heddle
