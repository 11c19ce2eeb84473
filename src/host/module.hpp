// A module loaded on a device, and its kernels. Both are cheap handles that may be copied freely,
// and are never empty: moving a handle copies it. The module's variables live until its last handle
// is destroyed. Devices that load the same program share the analyses of its functions.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "host/types.hpp"
#include "program/program.hpp"

namespace heddle {

struct ModuleState;

class Kernel {
 public:
  Kernel(const Kernel&) = default;
  Kernel& operator=(const Kernel&) = default;

  const std::string& name() const { return name_; }
  /// Makes the kernel ready to run, as the first launch does. Throws UnsupportedError that names
  /// every unsupported instruction it can reach.
  void link() const;
  /// Static shared memory of a block; links the kernel.
  uint32_t static_shared_bytes() const;
  /// Links the kernel. The first call for a program also allocates registers.
  FunctionAttributes attributes() const;
  const std::vector<ParameterInfo>& parameters() const { return parameters_; }
  uint32_t parameter_bytes() const;  // of the block that holds all of them
  /// Lets launches ask for up to `bytes` of dynamic shared memory, as
  /// cudaFuncAttributeMaxDynamicSharedMemorySize does. Throws UsageError past 227 KiB in all.
  void allow_dynamic_shared(uint32_t bytes);

 private:
  friend class Module;
  friend class Device;
  Kernel(std::shared_ptr<ModuleState> module, uint32_t function);

  std::shared_ptr<ModuleState> module_;
  uint32_t function_;
  std::string name_;
  std::vector<ParameterInfo> parameters_;
};

class Module {
 public:
  Module(const Module&) = default;
  Module& operator=(const Module&) = default;

  /// Names of the entries, in the order of the source.
  std::vector<std::string> kernels() const;
  /// By its name in the PTX or in C++. Throws UsageError that lists the kernels of the module.
  Kernel kernel(std::string_view name) const;
  /// The only kernel of the module; throws UsageError when it has none or several.
  Kernel kernel() const;

  std::vector<DeviceSymbol> symbols() const;
  /// A .global or .const variable of the module; throws UsageError when there is none.
  DeviceSymbol symbol(std::string_view name) const;
  std::optional<DeviceSymbol> find_symbol(std::string_view name) const;

  /// One sentence, with file and line, for each instruction that heddle does not support.
  std::vector<std::string> unsupported() const;
  const ProgramPtr& program() const;

 private:
  friend class Device;
  explicit Module(std::shared_ptr<ModuleState> state) : state_(std::move(state)) {}

  std::shared_ptr<ModuleState> state_;
};

}  // namespace heddle
