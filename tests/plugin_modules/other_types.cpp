// Compiled with _GLIBCXX_DEBUG, which makes containers larger.
#include "plugin/plugin.hpp"

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{.name = "types",
                                                    .add = [](heddle::Extension&) {}};
  return &kPlugin;
}
