// An entry point that returns nothing.
#include "plugin/plugin.hpp"

const heddle::PluginDescriptor* heddle_plugin() { return nullptr; }
