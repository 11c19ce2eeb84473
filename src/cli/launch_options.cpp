#include "cli/launch_options.hpp"

#include <algorithm>
#include <limits>

#include "cli/number_option.hpp"

namespace heddle {

LaunchChoice LaunchOptions::choice() const {
  LaunchChoice chosen;
  chosen.only = only;
  choose_launches(launches, chosen);
  chosen.first = std::max(chosen.first, skip + 1);
  return chosen;
}

void add_launch_options(CLI::App& command, LaunchOptions& options, const std::string& verb) {
  command
      .add_option("--only", options.only,
                  "NAME,...: " + verb + " only kernels whose name has one of these parts")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_number(command, "--skip", options.skip, "do not " + verb + " the first N launches",
             {0, std::numeric_limits<int64_t>::max()});
  command.add_option("--launches", options.launches,
                     "FROM:TO: " + verb + " only these launches, counted from 1; default: all");
}

}  // namespace heddle
