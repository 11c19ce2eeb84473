// A plug-in with a scheduler, the newest warp first: the opposite of `oldest`, and mostly a bad
// idea, since warps that fall behind stay behind. docs/plugins.md builds and uses it:
//
//   heddle compare bitonic --plugin libheddle_newest.so --set arch.schedule=newest
#include "plugin/plugin.hpp"
#include "sm/schedule/scheduler.hpp"

namespace {

using heddle::GroupId, heddle::kNoGroup;

class Newest final : public heddle::Scheduler {
 public:
  GroupId choose(const heddle::SchedulerView& view) override {
    GroupId best = kNoGroup;
    view.candidates.for_each([&](GroupId g) {
      if (best == kNoGroup || view.age[g] > view.age[best]) best = g;
    });
    return best;
  }
  void issued(GroupId) override {}
};

void add(heddle::Extension& mine) {
  mine.schedulers.push_back(
      {"newest", "the ready warp that arrived last",
       [](const heddle::MachineConfig&) { return std::make_unique<Newest>(); }});
}

}  // namespace

const heddle::PluginDescriptor* heddle_plugin() {
  static constexpr heddle::PluginDescriptor kPlugin{.name = "newest", .add = add};
  return &kPlugin;
}
