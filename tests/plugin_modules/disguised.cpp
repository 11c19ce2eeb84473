// A plug-in that says of itself what heddle would say of it.
#include "plugin/plugin.hpp"
#include "sm/schedule/scheduler.hpp"

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{
      .name = "disguised", .add = [](heddle::Extension& mine) {
        mine.digest = "1", mine.origin = "nowhere", mine.file = "/dev/null";
        mine.schedulers.push_back({"quick", "none", [](const heddle::MachineConfig&) {
                                     return std::unique_ptr<heddle::Scheduler>();
                                   }});
      }};
  return &kPlugin;
}
