// Schedulers and workloads that are not part of heddle: those of plug-ins (plugin/), and those that
// a program which links the library adds itself.
//
// `Extensions` is an explicit value, which its owner passes wherever names are looked up: a machine
// is loaded with it (config/load.hpp) and keeps it, a run target (runner/run_target.hpp) and a
// study (study/study.hpp) have it as well. There is no registration, so two simulations of a
// process can know different extensions. plugin/extend.hpp makes one and checks it against the
// built-in names.
//
// This folder is a layer below those whose types an extension makes, and only passes them on.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace heddle {

class Scheduler;       // sm/schedule/scheduler.hpp
struct MachineConfig;  // config/machine.hpp
struct HardwareCost;   // cost/cost.hpp
namespace workload {
class Driver;  // workload/workload.hpp
struct Setup;
}  // namespace workload

/// The code of an extension failed, or broke the contract of what it extends.
struct PluginError : Error {
  using Error::Error;
};

/// A value of arch.schedule.
struct SchedulerExtension {
  std::string name;      // lower-case words with hyphens: "my-oldest"
  std::string sentence;  // for `heddle list schedulers`
  /// Makes the scheduler of one issue slot. May be called by several host threads at once.
  std::function<std::unique_ptr<Scheduler>(const MachineConfig& config)> make;
  /// Adds what it stores; empty: nothing.
  std::function<void(const MachineConfig& config, HardwareCost& cost)> add_cost = {};
};

struct WorkloadExtension {
  std::string name;
  std::string description;  // the text of a workload.toml (workload/description.hpp)
  std::string ptx;          // the text of its module
  std::function<std::unique_ptr<workload::Driver>(const workload::Setup& setup)> make;
  std::string cuda = {};  // the kernels in CUDA C++, if the PTX was made from that
};

/// What one plug-in, or one program, adds.
struct Extension {
  std::string name;  // in provenance and messages: "mine"
  std::string
      digest;  // of everything that its results follow from; part of the keys of stored runs
  std::string origin;               // in messages: "/home/me/libmine.so"
  std::filesystem::path file = {};  // the shared library; empty: the code of this program
  std::vector<SchedulerExtension> schedulers = {};
  std::vector<WorkloadExtension> workloads = {};
  std::shared_ptr<const void> library = {};  // keeps the code of the functions above
};

/// An item of an extension.
template <class Item>
struct Extended {
  const Item* item = nullptr;
  const Extension* from = nullptr;

  explicit operator bool() const { return item != nullptr; }
  const Item* operator->() const { return item; }
};

class Extensions {
 public:
  /// Throws UsageError if two of them have the same name, or add the same one.
  explicit Extensions(std::vector<Extension> list);

  std::span<const Extension> list() const { return list_; }
  Extended<SchedulerExtension> find_scheduler(std::string_view name) const;
  Extended<WorkloadExtension> find_workload(std::string_view name) const;
  std::vector<std::string_view> scheduler_names() const;
  std::vector<std::string_view> workload_names() const;
  /// The libraries that they come from, with full paths, so that another process can load them.
  std::vector<std::string> files() const;

 private:
  std::vector<Extension> list_;
};

/// Null: there are none.
using ExtensionsPtr = std::shared_ptr<const Extensions>;

}  // namespace heddle
