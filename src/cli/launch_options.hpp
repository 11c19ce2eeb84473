// --only, --skip and --launches: some launches of a program; --warm: what the others do.
#pragma once

#include <string>

#include "cli/commands.hpp"
#include "gpu/launch_choice.hpp"

namespace heddle {

struct LaunchOptions {
  std::vector<std::string> only;
  uint64_t skip = 0;
  std::string launches = ":";
  bool warm = false;

  /// Throws UsageError if the launches are not a range, or if no launch is left to warm caches.
  LaunchChoice choice() const;
};

/// `verb` says what is done to the launches that the options choose.
void add_launch_options(CLI::App& command, LaunchOptions& options, const std::string& verb);
/// --warm: what the launches do that are not timed.
void add_warm_option(CLI::App& command, LaunchOptions& options);

}  // namespace heddle
