#include "gpu/launch_choice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/demangle.hpp"
#include "base/error.hpp"
#include "base/number.hpp"

namespace heddle {

bool LaunchChoice::has(uint64_t number, std::string_view kernel) const {
  if (number < first || number > last) return false;
  if (only.empty()) return true;
  const std::string shown = demangled(kernel);
  return std::ranges::any_of(only, [&](const std::string& part) {
    return kernel == part || shown.find(part) != std::string::npos;
  });
}

void choose_launches(std::string_view text, LaunchChoice& choice) {
  auto number = [&](std::string_view part, uint64_t otherwise) {
    if (part.empty()) return otherwise;
    const auto value = parse_whole(part);
    if (!value || *value == 0)
      throw UsageError(
          fmt::format("--launches takes numbers from 1, as in 12, 3:10 or 3:, and not '{}'", text));
    return *value;
  };
  const size_t colon = text.find(':');
  choice.first = number(text.substr(0, colon), 1);
  choice.last = colon == text.npos ? choice.first : number(text.substr(colon + 1), ~uint64_t{0});
  if (choice.first > choice.last)
    throw UsageError(fmt::format("--launches {}: the first launch comes after the last", text));
}

void check_warming(const LaunchChoice& choice, const MachineConfig& config) {
  if (!choice.warm) return;
  if (config.memory.model != "full" || config.memory.l2.bytes == 0)
    throw UsageError(
        "--warm needs an L2 to warm, and this machine has none: choose one with memory.model=full "
        "and memory.l2.bytes");
  if (!config.memory.keep_state)
    throw UsageError(
        "--warm has no effect if launches begin with empty caches: leave out "
        "memory.keep_state=false");
}

}  // namespace heddle
