// A plug-in as its author writes it: a scheduler, and a workload, whose code needs the library.
#include "../plugin/added.hpp"
#include "plugin/plugin.hpp"

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{.name = "good",
                                                    .add = [](heddle::Extension& mine) {
                                                      heddle::Extension all = heddle::added("good");
                                                      mine.schedulers = std::move(all.schedulers);
                                                      mine.workloads = std::move(all.workloads);
                                                    }};
  return &kPlugin;
}
