// A plug-in that cannot say what it is.
#include <stdexcept>

#include "plugin/plugin.hpp"

const heddle::PluginDescriptor* heddle_plugin() { throw std::runtime_error("no licence"); }
