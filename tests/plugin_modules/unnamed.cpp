// A descriptor that was not filled in.
#include "plugin/plugin.hpp"

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{};
  return &kPlugin;
}
