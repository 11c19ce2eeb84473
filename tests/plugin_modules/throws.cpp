// A plug-in that cannot add what it has.
#include <stdexcept>

#include "plugin/plugin.hpp"

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{
      .name = "throws",
      .add = [](heddle::Extension&) { throw std::runtime_error("no table of weights"); }};
  return &kPlugin;
}
