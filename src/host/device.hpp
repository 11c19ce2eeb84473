// A simulated device: memory, modules, launches.
//
// Devices share nothing, so different threads may use different devices; one device may be used by
// only one thread at a time. Every call either succeeds or throws one of the errors of
// base/error.hpp. After an error the device remains usable, and what a failed kernel wrote can be
// read.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "host/buffer.hpp"
#include "host/launch_check.hpp"
#include "host/module.hpp"
#include "host/stream.hpp"
#include "host/types.hpp"

namespace heddle {

template <class T>
struct IsBuffer : std::false_type {};
template <class T>
struct IsBuffer<Buffer<T>> : std::true_type {};

class Device {
 public:
  Device() : Device(DeviceOptions{}) {}
  explicit Device(DeviceOptions options);
  /// Another handle to the same device. A moved-from handle remains valid as well.
  Device(const Device&) = default;
  Device& operator=(const Device&) = default;

  /// Parses, checks and places a module. Throws InputError holding every diagnostic.
  Module load_text(std::string ptx, std::string name = "module.ptx");
  Module load_file(const std::filesystem::path& path);
  /// Several modules as one: what one declares .extern, another defines (program/join_modules.hpp).
  /// Throws InputError also for names that are defined twice or nowhere.
  Module load_linked(const std::vector<std::string>& ptx, std::string name = "linked modules");
  Module load_linked_files(const std::vector<std::filesystem::path>& paths);
  /// Places a module that was already loaded, possibly for another device.
  Module load(ProgramPtr module);

  /// Zero-filled. Throws UsageError for 0 bytes or if the memory limit would be exceeded.
  Address allocate(uint64_t bytes, std::string label = {});
  /// The same at a given address. Throws UsageError also if part of it is taken.
  Address allocate_at(Address address, uint64_t bytes, std::string label = {});
  /// Variables of modules that are loaded from now on lie at these addresses.
  void place_symbols(std::map<std::string, Address> addresses) {
    state_->symbol_places = std::move(addresses);
  }
  /// Throws UsageError for memory that the host did not allocate or has already freed.
  void free(Address address);
  void copy_to_device(Address to, std::span<const std::byte> from);
  void copy_to_host(std::span<std::byte> to, Address from) const;
  void copy(Address to, Address from, uint64_t bytes);
  void fill(Address address, std::byte value, uint64_t bytes);
  void copy_to_symbol(const DeviceSymbol& to, std::span<const std::byte> from, uint64_t offset = 0);
  void copy_from_symbol(std::span<std::byte> to, const DeviceSymbol& from,
                        uint64_t offset = 0) const;

  template <class T>
  Buffer<T> buffer(size_t count, std::string label = {}) {
    return Buffer<T>(state_, count, std::move(label));
  }
  template <class T>
  Buffer<T> buffer(const std::vector<T>& values, std::string label = {}) {
    Buffer<T> created(state_, values.size(), std::move(label));
    created.write(values);
    return created;
  }

  Stream stream() { return Stream(state_, state_->next_stream++); }
  Event event() { return Event(state_); }

  /// Runs the kernel with one argument per parameter: values of the parameter's size, or Buffers of
  /// this device, which pass their address.
  template <class... Args>
  RunCounts launch(const Kernel& kernel, const LaunchConfig& config, const Args&... args) {
    return launch_values(kernel, config, as_argument(args)...);
  }
  /// The same with arguments known only at run time.
  RunCounts launch_arguments(const Kernel& kernel, const LaunchConfig& config,
                             std::span<const ArgumentView> arguments);
  /// The same with a parameter block laid out by the caller (see Kernel::parameters).
  RunCounts launch_block(const Kernel& kernel, const LaunchConfig& config,
                         std::span<const std::byte> parameters);

  /// Of every thread of later launches, in addition to what calls need statically.
  void set_stack_bytes(uint32_t bytes) { state_->options.stack_bytes = bytes; }
  void synchronize() const {}
  const DeviceTotals& totals() const { return state_->totals; }
  const DeviceOptions& options() const { return state_->options; }
  DeviceMemory& memory() { return state_->memory; }
  const DeviceMemory& memory() const { return state_->memory; }

 private:
  template <class T>
  auto as_argument(const T& value) const {
    static_assert(!std::is_pointer_v<T> && !std::is_same_v<T, std::nullptr_t>,
                  "a kernel cannot use a host pointer: pass a Buffer or an Address");
    if constexpr (IsBuffer<T>::value) {
      if (!value.belongs_to(*state_))
        throw UsageError(
            "cannot pass an empty buffer or a buffer of another device as an argument");
      return value.address();
    } else {
      static_assert(std::is_trivially_copyable_v<T>, "kernel arguments are plain bytes");
      return value;
    }
  }
  template <class... Values>
  RunCounts launch_values(const Kernel& kernel, const LaunchConfig& config,
                          const Values&... values) {
    const ArgumentView views[sizeof...(values) + 1] = {{&values, sizeof(values)}..., {}};
    return launch_arguments(kernel, config, std::span(views, sizeof...(values)));
  }

  std::shared_ptr<DeviceState> state_;
};

}  // namespace heddle
