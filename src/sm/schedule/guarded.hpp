// Stands between the core and the scheduler of an extension. What that throws becomes a PluginError
// that names it, and so does a choice that the contract does not allow, which would otherwise
// corrupt the core. Built-in schedulers have no guard.
#pragma once

#include <memory>

#include "extension/extensions.hpp"
#include "sm/schedule/scheduler.hpp"

namespace heddle {

/// The scheduler of the extension for one issue slot. The machine keeps the extension.
std::unique_ptr<Scheduler> make_guarded_scheduler(const Extended<SchedulerExtension>& scheduler,
                                                  const MachineConfig& config);

}  // namespace heddle
