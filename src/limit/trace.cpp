#include "limit/trace.hpp"

#include <algorithm>

namespace heddle::limit {

std::vector<uint32_t> LaunchTrace::weights() const {
  std::vector<uint32_t> all;
  for (const StepKind& kind : kinds) all.push_back(kind.instructions);
  return all;
}

std::vector<WarpTrace> warps_of(const LaunchTrace& trace, uint32_t width) {
  std::vector<WarpTrace> warps;
  std::span<const ThreadTrace> all = trace.threads;
  for (size_t block = 0; block < all.size(); block += trace.block_threads) {
    size_t end = std::min<size_t>(block + trace.block_threads, all.size());
    for (size_t first = block; first < end; first += width)
      warps.push_back(all.subspan(first, std::min<size_t>(width, end - first)));
  }
  return warps;
}

std::vector<Positions> syncs_of(WarpTrace warp) {
  std::vector<uint64_t> numbers;
  for (const ThreadTrace& t : warp)
    for (const Sync& m : t.syncs) numbers.push_back(m.number);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());

  std::vector<Positions> found;
  std::vector<size_t> next(warp.size(), 0);  // synchronisation of each thread
  for (uint64_t number : numbers) {
    Positions at(warp.size());
    bool all = true;
    for (size_t t = 0; t < warp.size(); t++) {
      const ThreadTrace& thread = warp[t];
      if (next[t] < thread.syncs.size() && thread.syncs[next[t]].number == number)
        at[t] = thread.syncs[next[t]++].steps;
      else if (thread.ended <= number)
        at[t] = static_cast<uint32_t>(thread.steps.size());
      else
        all = false;
    }
    if (all) found.push_back(std::move(at));
  }
  return found;
}

}  // namespace heddle::limit
