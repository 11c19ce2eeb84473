#include "stats/run_statistics.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "stats/text.hpp"

namespace heddle {

namespace {

void add_line(std::string& out, std::string_view launch, std::string_view kernel,
              std::string_view sm, bool partial, const Counters& counters, const Scope& scope) {
  out += fmt::format("{},{},{},{}", launch, csv_field(kernel), sm, partial);
  for (const Statistic& s : statistics()) out += "," + value_text(s.value(counters, scope));
  out += "\n";
}

uint64_t threads_of(const std::array<uint32_t, 3>& block) {
  return uint64_t{block[0]} * block[1] * block[2];
}

std::vector<KernelStatistics> grouped_launches(const RunStatistics& run, bool tell_blocks_apart) {
  std::vector<KernelStatistics> kernels;
  for (const LaunchStatistics& launch : run.launches) {
    uint64_t block = tell_blocks_apart ? threads_of(launch.block) : 0;
    auto found = std::ranges::find_if(kernels, [&](const KernelStatistics& k) {
      return k.kernel == launch.kernel && k.block == block;
    });
    if (found == kernels.end()) {
      kernels.push_back({launch.kernel, block, 0, {}, {}});
      found = kernels.end() - 1;
    }
    found->launches++;
    add_launch(found->total, launch.total);
    add_branches(found->branches, launch.branches);
  }
  return kernels;
}

}  // namespace

void total_up(RunStatistics& run) {
  run.total = {};
  for (LaunchStatistics& launch : run.launches) {
    launch.total = {};
    for (const Counters& sm : launch.sms) add_sm(launch.total, sm);
    add_launch(run.total, launch.total);
    run.partial = run.partial || launch.partial;
  }
}

std::vector<KernelStatistics> by_kernel(const RunStatistics& run) {
  return grouped_launches(run, false);
}

std::vector<KernelStatistics> by_kernel_and_block(const RunStatistics& run) {
  return grouped_launches(run, true);
}

std::string to_csv(const RunStatistics& run) {
  std::string out = "launch,kernel,sm,partial";
  for (const Statistic& s : statistics()) out += "," + s.name;
  out += "\n";
  for (size_t i = 0; i < run.launches.size(); i++) {
    const LaunchStatistics& launch = run.launches[i];
    std::string number = fmt::format("{}", i);
    for (size_t sm = 0; sm < launch.sms.size(); sm++)
      add_line(out, number, launch.kernel, fmt::format("{}", sm), launch.partial, launch.sms[sm],
               {run.config, 1});
    add_line(out, number, launch.kernel, "all", launch.partial, launch.total,
             {run.config, static_cast<uint32_t>(launch.sms.size())});
  }
  add_line(out, "all", "", "all", run.partial, run.total, {run.config, run.config.sms});
  return out;
}

std::string branches_csv(const RunStatistics& run) {
  std::string out =
      "launch,kernel,pc,line,executed,diverged,interleavable,taken,not_taken,reconverge_cycles,"
      "reconvergences\n";
  for (size_t i = 0; i < run.launches.size(); i++)
    for (const BranchCounters& b : run.launches[i].branches)
      out += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", i, csv_field(run.launches[i].kernel),
                         b.pc, b.line, b.executed, b.diverged, b.interleavable, b.taken,
                         b.not_taken, b.reconverge_cycles, b.reconvergences);
  return out;
}

std::string grouped(uint64_t value) {
  std::string digits = fmt::format("{}", value), out;
  for (size_t i = 0; i < digits.size(); i++) {
    if (i > 0 && (digits.size() - i) % 3 == 0) out += ' ';
    out += digits[i];
  }
  return out;
}

}  // namespace heddle
