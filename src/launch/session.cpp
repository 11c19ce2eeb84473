#include "launch/session.hpp"

#include <fmt/format.h>

#include <cstring>

#include "host/file.hpp"
#include "launch/data_file.hpp"

namespace heddle {

std::optional<DeviceSymbol> Session::find_symbol(std::string_view name, std::string& why) const {
  std::optional<DeviceSymbol> found;
  for (const auto& [ptx, module] : modules_)
    if (auto symbol = module.find_symbol(name)) {
      if (found) {
        why = fmt::format("several modules have a variable '{}'", name);
        return std::nullopt;
      }
      found = symbol;
    }
  if (!found && !modules_.empty())
    why = fmt::format("no module has a global or constant variable '{}'", name);
  return found;
}

std::optional<Session::Range> Session::find_target(bool is_symbol, const std::string& name,
                                                   std::string& why) const {
  if (is_symbol) {
    auto symbol = find_symbol(name, why);
    if (!symbol) return std::nullopt;
    return Range{symbol->address, symbol->size};
  }
  auto it = buffers_.find(name);  // absent: the buffer has its own error
  if (it == buffers_.end()) return std::nullopt;
  return it->second;
}

Kernel Session::kernel_of(const LaunchSpec& spec) const {
  const Module& module = modules_.at(spec.ptx);
  return spec.entry.empty() ? module.kernel() : module.kernel(spec.entry);
}

std::vector<std::string> Session::unsupported() const {
  std::vector<std::string> all;
  for (const auto& [ptx, module] : modules_)
    for (std::string& message : module.unsupported()) all.push_back(std::move(message));
  return all;
}

FinishedLaunch Session::launch(const LaunchSpec& spec) {
  Kernel kernel = kernel_of(spec);
  std::vector<Address> addresses(spec.parameters.size());
  std::vector<ArgumentView> arguments;
  for (size_t i = 0; i < spec.parameters.size(); i++) {
    const ParameterSpec& p = spec.parameters[i];
    if (p.kind == ParameterSpec::Kind::Bytes) {
      arguments.push_back({p.bytes.data(), p.bytes.size()});
      continue;
    }
    std::string why;
    auto range = find_target(p.kind == ParameterSpec::Kind::Symbol, p.target, why);
    if (!range) throw UsageError(why);
    addresses[i] = range->address + p.offset;
    arguments.push_back({&addresses[i], sizeof(Address)});
  }
  FinishedLaunch finished;
  finished.kernel = kernel.name();
  finished.grid = spec.grid;
  finished.block = spec.block;
  finished.static_shared = kernel.static_shared_bytes();
  finished.dynamic_shared = spec.shared;
  if (spec.shared > 0) kernel.allow_dynamic_shared(spec.shared);
  LaunchConfig config{spec.grid, spec.block, spec.shared};
  if (spec.workspace) {
    config.workspace = *spec.workspace;
    device_.fill(config.workspace, std::byte{0}, kWorkspaceBytes);
  }
  finished.counts = device_.launch_arguments(kernel, config, arguments);
  return finished;
}

void Session::run() {
  try {
    for (const LaunchSpec& spec : description_.launches) {
      launches_.push_back(launch(spec));
      if (launched) launched(launches_.back());
    }
  } catch (const Error&) {  // a kernel failed, or the user interrupted it
    write_outputs();
    throw;
  }
  if (std::string why = write_outputs(); !why.empty()) throw IoError(why);
}

std::string Session::write_outputs() {
  std::string failed;
  if (!keeps_outputs_) return failed;
  for (const OutputSpec& spec : description_.outputs) {
    std::string why;
    auto range = find_target(spec.target.is_symbol, spec.target.name, why);
    if (!range) throw UsageError(why);
    std::vector<std::byte> bytes(range->bytes);
    device_.copy_to_host(bytes, range->address);
    try {
      write_file(resolve(spec.file), bytes);
      outputs_.push_back({spec.target.name, spec.file, range->bytes});
    } catch (const IoError& e) {  // other outputs may still be writable
      if (failed.empty()) failed = e.what();
    }
  }
  return failed;
}

std::vector<ComparisonResult> Session::compare() const {
  std::vector<ComparisonResult> results;
  for (const CompareSpec& spec : description_.compares) results.push_back(compare(spec));
  return results;
}

ComparisonResult Session::compare(const CompareSpec& spec) const {
  std::string why;
  auto range = find_target(spec.target.is_symbol, spec.target.name, why);
  if (!range) throw UsageError(why);
  std::string expected =
      spec.file.empty()
          ? std::string(reinterpret_cast<const char*>(spec.values.data()), spec.values.size())
          : read_data(resolve(spec.file), range->bytes);
  if (expected.size() != range->bytes)
    throw IoError(fmt::format("'{}' changed while the kernels ran", spec.file));
  std::vector<std::byte> actual(range->bytes);
  device_.copy_to_host(actual, range->address);
  const ElementType& type = *spec.type;
  ComparisonResult result;
  result.target =
      fmt::format("{} '{}'", spec.target.is_symbol ? "symbol" : "buffer", spec.target.name);
  result.against = spec.file.empty() ? "the given values" : fmt::format("'{}'", spec.file);
  result.tolerance = spec.tolerance_text;
  result.values = range->bytes / type.bytes;
  for (uint64_t i = 0; i < result.values; i++) {
    uint64_t want = 0, got = 0;
    std::memcpy(&want, expected.data() + i * type.bytes, type.bytes);
    std::memcpy(&got, actual.data() + i * type.bytes, type.bytes);
    if (spec.tolerance.matches(want, got, type.format)) continue;
    if (result.differing++ == 0)
      result.first_difference = fmt::format("element {}: expected {}, got {}", i,
                                            show_value(want, type.bytes, type.format),
                                            show_value(got, type.bytes, type.format));
  }
  return result;
}

}  // namespace heddle
