// The page of a workload: one of its kernels and, for every mechanism, how often each line issued
// with how many threads, and one window of cycles lane by lane.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <set>

#include "base/demangle.hpp"
#include "report/data.hpp"
#include "watch/watch.hpp"
#include "workload/workload.hpp"

namespace heddle::report {

namespace {

using namespace study;

/// Cycles to draw.
constexpr uint64_t kWindow = 320;
/// Cycles shown before the first divergent packet.
constexpr uint64_t kLead = 24;
/// The warp width by which threads of a block are grouped.
constexpr uint64_t kWarp = 32;

uint64_t diverged(const Json& kernel) {
  uint64_t packets = 0;
  for (const Json& branch : kernel["branches"]) packets += branch[2].get<uint64_t>();
  return packets;
}

uint64_t lost_lanes(const Json& kernel) {
  uint64_t lost = 0, width = kernel["width"].get<uint64_t>();
  for (const Json& line : kernel["lines"]) {
    uint64_t all = line[1].get<uint64_t>() * width, threads = line[2].get<uint64_t>();
    lost += all - std::min(all, threads);
  }
  return lost;
}

/// The row's kernel, or the most divergent one; if none diverges, the one that wastes most lanes.
std::string kernel_of(const Row& row, const Json& kernels) {
  if (kernels.contains(row.kernel)) return row.kernel;
  std::string best;
  std::pair<uint64_t, uint64_t> most;
  for (const auto& [name, kernel] : kernels.items())
    if (std::pair here{diverged(kernel), lost_lanes(kernel)}; best.empty() || here > most) {
      best = name;
      most = here;
    }
  return best;
}

/// Calls f(cycle, numbers) for every slice with the numbers of its line.
template <class F>
void for_each_slice(const std::string& slices, F f) {
  std::vector<int64_t> numbers;
  for (const char *at = slices.data(), *end = at + slices.size(); at < end; at++) {
    numbers.clear();
    for (; at < end && *at != '\n'; at += *at == ' ')
      at = std::from_chars(at, end, numbers.emplace_back()).ptr;
    f(static_cast<uint64_t>(numbers[0]), numbers);
  }
}

uint64_t threads_of(const std::vector<int64_t>& slice) {
  uint64_t threads = 0;
  for (size_t run = 4; run < slice.size(); run += 3)
    threads += static_cast<uint64_t>(std::abs(slice[run + 2]));
  return threads;
}

/// The cycle of the first divergent branch or, if there is none, of the first packet that leaves
/// lanes empty: one with fewer threads than its warp had before, because a warp may be narrower or
/// wider than the lanes from the start. A branch appears with the threads that take it.
std::optional<uint64_t> first_divergence(const Json& kernel) {
  std::set<int64_t> branches;
  for (const Json& b : kernel["branches"])
    if (b[2].get<uint64_t>() > 0) branches.insert(b[0].get<int64_t>());
  auto block = kernel["block_threads"].get<uint64_t>();
  std::map<std::pair<uint64_t, uint64_t>, uint64_t> most;  // by block and warp
  std::optional<uint64_t> fewer, branch;
  for_each_slice(kernel["slices"].get_ref<const std::string&>(),
                 [&](uint64_t cycle, const std::vector<int64_t>& numbers) {
                   auto thread = static_cast<uint64_t>(numbers[5]);
                   uint64_t& seen = most[{thread / block, thread % block / kWarp}];
                   uint64_t threads = threads_of(numbers);
                   if (threads < seen) {
                     fewer = std::min(fewer.value_or(cycle), cycle);
                     if (branches.contains(numbers[2]))
                       branch = std::min(branch.value_or(cycle), cycle);
                   }
                   seen = std::max(seen, threads);
                 });
  return branch ? branch : fewer;
}

/// The first cycle of the window.
uint64_t window_of(const Json& kernel) {
  uint64_t first = first_divergence(kernel).value_or(0);
  return std::min(first - std::min(first, kLead), kWatchedCycles - kWindow);
}

/// The slices of the window, with cycles relative to its start.
std::string cut(const std::string& slices, uint64_t from) {
  std::string inside;
  for_each_slice(slices, [&](uint64_t cycle, std::vector<int64_t>& numbers) {
    bool in_turn = numbers[1] < 0;
    uint64_t end = cycle + static_cast<uint64_t>(std::abs(numbers[1]));
    uint64_t first = std::max(cycle, from), last = std::min(end, from + kWindow);
    if (first >= last) return;
    auto cycles = static_cast<int64_t>(last - first);
    numbers[0] = static_cast<int64_t>(first - from);
    numbers[1] = in_turn ? -cycles : cycles;
    if (in_turn) {  // one thread each
      numbers[5] += static_cast<int64_t>(first - cycle);
      numbers[6] = cycles;
    }
    inside += fmt::format("{}\n", fmt::join(numbers, " "));
  });
  return inside;
}

Json variant_page(const Study& study, const Variant& v, const Json& kernel, uint64_t from) {
  return {{"name", v.name},
          {"title", v.title},
          {"mechanism", mechanism_of(study, v)},
          {"width", kernel["width"]},
          {"cycles", kernel["cycles"]},
          {"lines", kernel["lines"]},
          {"branches", kernel["branches"]},
          {"lanes", kernel["lanes"]},
          {"slices", cut(kernel["slices"].get_ref<const std::string&>(), from)},
          {"timeline", kernel["timeline"]}};
}

}  // namespace

Json pages_data(const Study& study, const Plan& plan, std::span<const Json> results) {
  Json pages = Json::array();
  for (size_t row = 0; row < study.rows.size(); row++) {
    Json page;
    std::string name;  // of the kernel
    uint64_t from = 0;
    for (size_t v : study.page_variants) {
      size_t run = plan.run_of[v][row];
      if (run == Plan::kNone || !results[run].is_object() || !results[run].contains("kernels"))
        continue;
      const Json& kernels = results[run]["kernels"];
      if (kernels.empty()) continue;
      if (page.is_null()) {
        name = kernel_of(study.rows[row], kernels);
        const Json& kernel = kernels[name];
        from = window_of(kernel);
        const auto entry =
            workload::find_workload(study.rows[row].workload, study.extensions.get());
        page = {{"row", study.rows[row].label},
                {"workload", study.rows[row].workload},
                {"size", plan.runs[run].size},
                {"preset", study.variants[v].preset},
                {"kernel", demangled(name)},
                {"kernels", kernels.size()},
                {"classes", classes_of(study.rows[row].workload, name)},
                {"cuda", entry ? entry->cuda : ""},
                {"source", kernel["source"]},
                {"graph", kernel["graph"]},
                {"launch", kernel["launch"]},
                {"launches", kernel["launches"]},
                {"block_threads", kernel["block_threads"]},
                {"from", from},
                {"window", kWindow},
                {"variants", Json::array()}};
      }
      if (kernels.contains(name))
        page["variants"].push_back(variant_page(study, study.variants[v], kernels[name], from));
    }
    if (!page.is_null()) pages.push_back(std::move(page));
  }
  return pages;
}

}  // namespace heddle::report
