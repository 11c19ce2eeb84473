// A scheduler with the name of a built-in one.
#include "plugin/plugin.hpp"
#include "sm/schedule/scheduler.hpp"

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{
      .name = "taken", .add = [](heddle::Extension& mine) {
        mine.schedulers.push_back({"oldest", "the oldest", [](const heddle::MachineConfig&) {
                                     return std::unique_ptr<heddle::Scheduler>();
                                   }});
      }};
  return &kPlugin;
}
