// The workloads of workloads/: kernels of the papers with their host programs. A workload is one
// folder there (kernel, PTX, driver, description) and one line in workloads/list.cmake, from which
// the build generates the list here; PTX and descriptions are compiled in.
//
// A driver runs once: its constructor makes inputs from a seed and writes them to the device, `run`
// launches (several kernels, host loops), `verify` compares with a reference computed on the CPU.
// The workloads of `heddle bench` have drivers of the same kind (bench_suite.hpp).
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "extension/extensions.hpp"
#include "host/heddle.hpp"
#include "launch/fill.hpp"
#include "workload/description.hpp"

namespace heddle::workload {

/// The arguments of a driver.
struct Setup {
  Device& device;
  Module module;
  Values values;  // of its parameters
  uint64_t seed = 1;
};

class Driver {
 public:
  explicit Driver(const Setup& setup) : device_(setup.device), setup_(setup) {}
  virtual ~Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  /// All launches. Called once.
  virtual void run() = 0;
  /// Empty when the results are right, else what is wrong with them.
  virtual std::string verify() const = 0;

 protected:
  /// The value of a parameter: the user's, or that of the chosen size.
  uint32_t value(std::string_view parameter) const { return setup_.values[parameter]; }
  /// For conditions between parameters, which the description cannot express; throws UsageError.
  static void require(bool holds, const std::string& sentence);
  /// The same numbers for the same seed and stream.
  Random random(uint64_t stream = 0) const { return Random(setup_.seed * 1000003 + stream); }

  /// A buffer with these values.
  template <class T>
  Buffer<T> buffer(const std::vector<T>& values) {
    return device_.buffer(values);
  }
  /// A buffer of zeros.
  template <class T>
  Buffer<T> buffer(size_t count) {
    return device_.buffer<T>(count);
  }
  template <class T>
  void write_symbol(std::string_view name, const std::vector<T>& values) {
    device_.copy_to_symbol(setup_.module.symbol(name), std::as_bytes(std::span(values)));
  }
  /// launch("kernel", {grid, block, dynamic_shared_bytes}, arguments...)
  template <class... Args>
  void launch(std::string_view kernel, const LaunchConfig& config, const Args&... args) {
    Kernel chosen = setup_.module.kernel(kernel);
    if (config.dynamic_shared > 0) chosen.allow_dynamic_shared(config.dynamic_shared);
    device_.launch(chosen, config, args...);
  }

  Device& device_;

 private:
  Setup setup_;
};

/// One line of the list, or a workload of an extension, which must outlive it.
struct Entry {
  std::string_view name, ptx, description_text;
  std::function<std::unique_ptr<Driver>(const Setup&)> make;
  std::string_view cuda = {};  // the kernels in CUDA C++, from which the PTX was made
  Extended<WorkloadExtension> added = {};

  Description description() const { return parse_description(name, description_text); }
};

/// Sorted by name. Generated.
std::span<const Entry> workloads();
/// Also those of extensions, behind the others.
std::vector<Entry> workloads(const Extensions* extensions);
std::optional<Entry> find_workload(std::string_view name, const Extensions* extensions = nullptr);
/// Throws UsageError with the nearest known name.
Entry require_workload(std::string_view name, const Extensions* extensions = nullptr);
/// One workload for each kind of control flow and memory behaviour: the default of `heddle
/// compare`.
std::span<const std::string_view> representatives();

/// The user's choice: a size, and parameters as KEY=VALUE.
struct Choice {
  std::string size = "small";
  std::vector<std::string> parameters = {};
  uint64_t seed = 1;
};

/// Loads the module on the device and makes the driver. Throws UsageError for a bad choice; the
/// driver of an extension throws PluginError if its code fails.
std::unique_ptr<Driver> make_driver(const Entry& entry, Device& device, const Choice& choice);

/// ceil(threads / block).
constexpr uint32_t blocks_for(uint64_t threads, uint32_t block) {
  return static_cast<uint32_t>((threads + block - 1) / block);
}

}  // namespace heddle::workload
