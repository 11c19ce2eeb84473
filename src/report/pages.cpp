// The page of a workload: one of its kernels, and of every mechanism how often its lines issued,
// with how many threads, and the same window of cycles lane by lane.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "report/data.hpp"
#include "watch/watch.hpp"
#include "workload/workload.hpp"

namespace heddle::report {

namespace {

using namespace study;

/// Cycles that are drawn.
constexpr uint64_t kWindow = 320;
/// Cycles before the first packet that loses lanes.
constexpr uint64_t kLead = 24;

uint64_t lost_lanes(const Json& kernel) {
  uint64_t lost = 0, width = kernel["width"].get<uint64_t>();
  for (const Json& line : kernel["lines"]) {
    uint64_t all = line[1].get<uint64_t>() * width, threads = line[2].get<uint64_t>();
    lost += all - std::min(all, threads);
  }
  return lost;
}

/// The row's, or the one that loses most lanes.
std::string kernel_of(const Row& row, const Json& kernels) {
  if (kernels.contains(row.kernel)) return row.kernel;
  std::string best;
  uint64_t most = 0;
  for (const auto& [name, kernel] : kernels.items())
    if (uint64_t lost = lost_lanes(kernel); best.empty() || lost > most) {
      best = name;
      most = lost;
    }
  return best;
}

/// Calls f(cycle, numbers) of every slice: the numbers of its line.
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

/// Where the window begins: a little before the first packet that leaves lanes empty.
uint64_t window_of(const Json& kernel) {
  uint64_t width = kernel["width"].get<uint64_t>(), first = kWatchedCycles;
  for_each_slice(kernel["slices"].get_ref<const std::string&>(),
                 [&](uint64_t cycle, const std::vector<int64_t>& numbers) {
                   uint64_t threads = 0;
                   for (size_t run = 4; run < numbers.size(); run += 3)
                     threads += static_cast<uint64_t>(std::abs(numbers[run + 2]));
                   if (threads < width) first = std::min(first, cycle);
                 });
  uint64_t from = first == kWatchedCycles ? 0 : first - std::min(first, kLead);
  return std::min(from, kWatchedCycles - kWindow);
}

/// The slices of the window, cycles counted from its begin.
std::string cut(const std::string& slices, uint64_t from) {
  std::string inside;
  for_each_slice(slices, [&](uint64_t cycle, std::vector<int64_t>& numbers) {
    if (cycle < from || cycle >= from + kWindow) return;
    numbers[0] = static_cast<int64_t>(cycle - from);
    inside += fmt::format("{}\n", fmt::join(numbers, " "));
  });
  return inside;
}

Json variant_page(const Variant& v, const Json& kernel, uint64_t from) {
  return {{"name", v.name},
          {"title", v.title},
          {"mechanism", mechanism_of(v)},
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
    uint64_t from = 0;
    for (size_t v : study.page_variants) {
      size_t run = plan.run_of[v][row];
      if (run == Plan::kNone || !results[run].is_object() || !results[run].contains("kernels"))
        continue;
      const Json& kernels = results[run]["kernels"];
      if (kernels.empty()) continue;
      if (page.is_null()) {
        std::string name = kernel_of(study.rows[row], kernels);
        const Json& kernel = kernels[name];
        from = window_of(kernel);
        const workload::Entry* entry = workload::find_workload(study.rows[row].workload);
        page = {{"row", study.rows[row].label},
                {"workload", study.rows[row].workload},
                {"size", plan.runs[run].size},
                {"preset", study.variants[v].preset},
                {"kernel", name},
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
      std::string name = page["kernel"].get<std::string>();
      if (kernels.contains(name))
        page["variants"].push_back(variant_page(study.variants[v], kernels[name], from));
    }
    if (!page.is_null()) pages.push_back(std::move(page));
  }
  return pages;
}

}  // namespace heddle::report
