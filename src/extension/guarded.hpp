// Calls the code of an extension, which nobody here has seen: whatever it throws that is not one of
// heddle's own errors becomes a PluginError that names the extension.
#pragma once

#include <fmt/format.h>

#include <exception>
#include <string>

#include "extension/extensions.hpp"

namespace heddle {

/// "the scheduler 'mine' of /home/me/libmine.so".
std::string title_of(const Extended<SchedulerExtension>& scheduler);
std::string title_of(const Extended<WorkloadExtension>& workload);

template <class Item, class F>
auto guarded(const Extended<Item>& extended, F f) {
  try {
    return f();
  } catch (const Error&) {
    throw;
  } catch (const std::exception& e) {
    throw PluginError(fmt::format("{} failed: {}", title_of(extended), e.what()));
  } catch (...) {
    throw PluginError(
        fmt::format("{} failed: it threw something that is no std::exception", title_of(extended)));
  }
}

}  // namespace heddle
