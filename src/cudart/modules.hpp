// The device code of the process: fat binaries that programs register at their start, and the
// kernels and variables in them, found by the addresses of their stand-ins on the host.
//
// A binary is parsed and placed on the device when something of it is first used: programs register
// hundreds of kernels and launch three. Binaries that were compiled to be linked together share one
// module (`LinkedSet`), which is complete when the first of its kernels or variables is used.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cuda/fat_binary.hpp"
#include "host/heddle.hpp"

namespace heddle::cudart {

/// Binaries with one module in common; most sets have one binary.
struct LinkedSet {
  std::string name;  // for messages
  std::vector<cuda::FatBinary> binaries;
  std::optional<Module> module;
};

struct Binary {
  std::shared_ptr<LinkedSet> set;
};

struct KernelEntry {
  std::shared_ptr<LinkedSet> set;
  std::string name;
  std::optional<Kernel> kernel;  // when it was first used
};

struct VariableEntry {
  std::shared_ptr<LinkedSet> set;
  std::string name;
  size_t size = 0;
  void** managed = nullptr;  // the host's pointer to it
  bool on_host = false;      // the stand-in itself is its memory
};

class Modules {
 public:
  static constexpr uint32_t kCapability = 90;  // that of the limits on launches (LaunchLimits)

  explicit Modules(Device& device) : device_(device) {}

  /// Throws InputError for a wrapper or container that cannot be read.
  Binary* add(const void* wrapper);
  Binary* add_relocatable(const void* wrapper);
  void remove(Binary* binary);
  void add_kernel(Binary* binary, const void* stand_in, std::string name);
  void add_variable(Binary* binary, const void* stand_in, std::string name, size_t size,
                    void** managed);
  /// Gives the host its pointers to managed variables.
  void place_managed();
  /// Stand-ins in this range are the variables' memory: clang's managed variables.
  void add_managed_range(void* begin, void* end) { managed_ranges_.push_back({begin, end}); }
  /// Loads the binary if it has such variables, so that the host sees their initial values.
  void place_on_host(const Binary* binary);

  /// Loads the module if necessary. Null for an unknown stand-in; throws what loading throws.
  KernelEntry* find_kernel(const void* stand_in);
  KernelEntry* known_kernel(const void* stand_in);
  std::optional<DeviceSymbol> find_variable(const void* stand_in);
  /// Forgets what is on the device, so that everything is loaded anew.
  void unload();
  /// Loads a module that is not registered, as cuModuleLoadData does.
  std::shared_ptr<LinkedSet> load_image(const void* image, std::string name);
  /// A kernel of such a module; null if it has none of this name. Valid until `forget`.
  KernelEntry* kernel_of(const std::shared_ptr<LinkedSet>& set, std::string_view name);
  void forget(const std::shared_ptr<LinkedSet>& set);
  Module& module_of(LinkedSet& set);
  /// The compute capability that its PTX was made for: 75 for sm_75.
  static uint32_t arch_of(const LinkedSet& set);
  std::vector<std::string> names() const;

 private:
  Device& device_;
  std::vector<std::unique_ptr<Binary>> binaries_;
  std::shared_ptr<LinkedSet> relocatable_;  // still open for further files
  std::map<const void*, std::unique_ptr<KernelEntry>> kernels_;
  std::map<const KernelEntry*, const void*> handles_;  // kernels' handles are their entries
  std::map<const void*, VariableEntry> variables_;
  std::vector<std::pair<void*, void*>> managed_ranges_;
};

}  // namespace heddle::cudart
