#include "cudart/messages.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "base/demangle.hpp"

namespace heddle::cudart {

void say(std::string_view message) {
  std::fflush(stdout);
  const std::string text = fmt::format("heddle: {}\n", message);
  std::fwrite(text.data(), 1, text.size(), stderr);
}

void show_progress(const Progress& p, uint64_t launch) {
  using Clock = std::chrono::steady_clock;
  static Clock::time_point shown{};
  const Clock::time_point now = Clock::now();
  if (now - shown < std::chrono::milliseconds(200)) return;
  shown = now;
  const std::string text = fmt::format("\rheddle: launch {} {:.32}: {} of {} blocks, {} {}\x1b[K\r",
                                       launch, demangled(p.kernel), p.blocks_done, p.blocks,
                                       p.cycle ? p.cycle : p.thread_instructions,
                                       p.cycle ? "cycles" : "thread instructions");
  std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace heddle::cudart
