// As good.cpp, but compiled for another build of heddle.
#include "plugin/plugin.hpp"

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{
      .build = "0.0.1-0123456789abcdef", .name = "other", .add = [](heddle::Extension&) {}};
  return &kPlugin;
}
