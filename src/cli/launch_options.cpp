#include "cli/launch_options.hpp"

#include <algorithm>
#include <limits>

#include "base/error.hpp"
#include "cli/number_option.hpp"

namespace heddle {

LaunchChoice LaunchOptions::choice() const {
  LaunchChoice chosen;
  chosen.only = only;
  choose_launches(launches, chosen);
  chosen.first = std::max(chosen.first, skip + 1);
  chosen.warm = warm;
  if (warm && chosen.all())
    throw UsageError(
        "--warm is about launches that are not timed, and all are: add --only, --skip or "
        "--launches");
  return chosen;
}

void add_launch_options(CLI::App& command, LaunchOptions& options, const std::string& verb) {
  command
      .add_option("--only", options.only,
                  "NAME,...: " + verb + " only kernels with one of these in their C++ names")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_number(command, "--skip", options.skip, "do not " + verb + " the first N launches",
             {0, std::numeric_limits<int64_t>::max()});
  command.add_option("--launches", options.launches,
                     "FROM:TO: " + verb + " only these launches, counted from 1; default: all");
}

void add_warm_option(CLI::App& command, LaunchOptions& options) {
  command.add_flag("--warm", options.warm,
                   "launches that are not timed still bring their data into the L2");
}

}  // namespace heddle
