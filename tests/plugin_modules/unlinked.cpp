// Calls the library without being linked with it.
#include "plugin/plugin.hpp"
#include "workload/workload.hpp"

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{
      .name = "unlinked", .add = [](heddle::Extension& mine) {
        mine.name += heddle::workload::require_workload("bitonic").name;
      }};
  return &kPlugin;
}
