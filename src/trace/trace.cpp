#include "trace/trace.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

#include "base/error.hpp"
#include "base/number.hpp"

namespace heddle {

TraceWindow parse_trace_window(std::string_view text) {
  TraceWindow window;
  auto fail = [&](std::string_view why) {
    throw UsageError(fmt::format(
        "--trace-window '{}': {}; write FROM:TO in cycles, as in 1000:2000 or 1000:", text, why));
  };
  size_t colon = text.find(':');
  if (colon == std::string_view::npos) fail("there is no colon");
  auto read = [&](std::string_view number, Cycle& out) {
    if (number.empty()) return;
    auto cycle = parse_whole(number);
    if (!cycle) fail(not_whole_text(number, {}));
    out = Cycle(*cycle);
  };
  read(text.substr(0, colon), window.from);
  read(text.substr(colon + 1), window.to);
  if (window.from >= window.to) fail("the window is empty");
  return window;
}

void Traces::finish() {
  std::exception_ptr first;
  for (auto& t : all_) try {
      t->finish();
    } catch (const IoError&) {
      if (!first) first = std::current_exception();
    }
  if (first) std::rethrow_exception(first);
}

}  // namespace heddle
