// What a plug-in is: a shared library with the function `heddle_plugin`, which returns a
// descriptor. docs/plugins.md shows how to write, build and use one.
//
//   #include "plugin/plugin.hpp"
//   #include "sm/schedule/scheduler.hpp"
//
//   class Newest final : public heddle::Scheduler { ... };
//
//   extern "C" const heddle::PluginDescriptor* heddle_plugin() {
//     static constexpr heddle::PluginDescriptor kMine{
//         .name = "mine", .add = [](heddle::Extension& mine) {
//           mine.schedulers.push_back({"newest", "the warp that arrived last", make_newest});
//         }};
//     return &kMine;
//   }
//
// A plug-in uses heddle's own types, whose layout is that of one build: `build` says of which, and
// heddle refuses all others. What it calls of the library it has linked in; the library has no
// state, so it does no harm that the program has the same code.
#pragma once

#include "extension/extensions.hpp"
#include "plugin/build.hpp"

namespace heddle {

/// Changes when the descriptor or the way of loading does.
inline constexpr unsigned kPluginInterface = 1;

struct PluginDescriptor {
  // These two come first in every version, and are all that is read before they are compared.
  unsigned interface_version = kPluginInterface;
  const char* build = kBuildIdentity;
  // Types of the standard library, whose size depends on options such as _GLIBCXX_DEBUG.
  unsigned types = sizeof(std::string) + 256 * sizeof(std::vector<int>);
  const char* name = nullptr;               // in provenance and messages: "mine"
  void (*add)(Extension& added) = nullptr;  // adds its schedulers and workloads; may throw
};

}  // namespace heddle

/// The plug-in defines it. May be called more than once.
extern "C" [[gnu::visibility("default")]] const heddle::PluginDescriptor* heddle_plugin();
