#include "cli/progress_meter.hpp"

#include <fmt/format.h>

#include "base/demangle.hpp"
#include "cli/terminal.hpp"
#include "stats/text.hpp"

namespace heddle {

namespace {

constexpr double kSecondsBetweenLines = 0.2;

std::string rate_text(double rate) {
  if (rate >= 1e9) return fmt::format("{:.1f} G", rate / 1e9);
  if (rate >= 1e6) return fmt::format("{:.1f} M", rate / 1e6);
  return rate >= 1e3 ? fmt::format("{:.0f} k", rate / 1e3) : fmt::format("{:.0f}", rate);
}

std::string time_text(double seconds) {
  auto whole = static_cast<uint64_t>(seconds + 0.5);
  if (whole < 100) return fmt::format("{} s", whole);
  if (whole < 6000) return fmt::format("{} min", (whole + 30) / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

std::string progress_text(const Progress& p, double seconds) {
  bool timed = p.cycle > 0;
  uint64_t work = timed ? p.cycle : p.thread_instructions;
  std::string_view unit = timed ? "cycles" : "thread instructions";
  std::string text = fmt::format("{:.24}: {} {}, {} of {} blocks", demangled(p.kernel),
                                 grouped(work), unit, grouped(p.blocks_done), grouped(p.blocks));
  if (seconds > 0)
    text += fmt::format(", {} {}/s", rate_text(static_cast<double>(work) / seconds),
                        timed ? "cycles" : "instructions");
  if (p.blocks_done > 0)
    text +=
        fmt::format(", {} left", time_text(seconds * static_cast<double>(p.blocks - p.blocks_done) /
                                           static_cast<double>(p.blocks_done)));
  return text;
}

void ProgressMeter::show(const Progress& progress) {
  Clock::time_point now = Clock::now();
  auto since = [&](Clock::time_point then) {
    return std::chrono::duration<double>(now - then).count();
  };
  if (since(shown_) < kSecondsBetweenLines) return;
  shown_ = now;
  visible_ = true;
  print_status(progress_text(progress, since(began_)));
}

void ProgressMeter::finish() {
  if (visible_) print_status({});
  visible_ = false;
  began_ = shown_ = Clock::now();
}

}  // namespace heddle
