#include "program/analysis/interference.hpp"

namespace heddle {

uint64_t interference_bound(const Function& function, const Cfg& cfg, const Liveness& liveness,
                            Interrupt interrupt) {
  uint64_t pairs = 0;
  for_each_written(function, cfg, liveness, interrupt,
                   [&](Reg, const RegList& live) { pairs += live.list().size(); });
  return pairs;
}

InterferenceGraph interference(const Function& function, const Cfg& cfg, const Liveness& liveness,
                               const RegisterSelection& selection, Interrupt interrupt) {
  const size_t n = function.registers.size();
  std::vector<uint8_t> predicate(n);
  for (size_t r = 0; r < n; r++) predicate[r] = function.registers[r].cls() == RegClass::Pred;
  const auto for_each_pair = [&](auto&& pair) {
    for_each_written(function, cfg, liveness, interrupt, [&](Reg r, const RegList& live) {
      interrupt.check();
      if (!selection.has(r)) return;
      for (Reg other : live.list())
        if (other != r && predicate[other.value()] == predicate[r.value()] && selection.has(other))
          pair(r.value(), other.value());
    });
    for (auto [a, b] : selection.apart)
      if (predicate[a.value()] == predicate[b.value()]) pair(a.value(), b.value());
  };

  std::vector<uint64_t> begin(n + 1, 0);
  for_each_pair([&](uint32_t a, uint32_t b) {
    begin[a + 1]++;
    begin[b + 1]++;
  });
  for (size_t r = 0; r < n; r++) begin[r + 1] += begin[r];
  std::vector<uint32_t> neighbours(begin[n]);
  std::vector<uint64_t> next(begin.begin(), begin.end() - 1);
  for_each_pair([&](uint32_t a, uint32_t b) {
    neighbours[next[a]++] = b;
    neighbours[next[b]++] = a;
  });

  std::vector<std::pair<uint32_t, uint32_t>> edges;
  edges.reserve(neighbours.size());
  std::vector<uint32_t> seen(n, 0xffffffff);
  for (uint32_t r = 0; r < n; r++)
    for (uint64_t k = begin[r]; k < begin[r + 1]; k++)
      if (seen[neighbours[k]] != r) {
        seen[neighbours[k]] = r;
        edges.push_back({r, neighbours[k]});
      }
  return InterferenceGraph(boost::edges_are_sorted, edges.begin(), edges.end(),
                           static_cast<uint32_t>(n), edges.size());
}

}  // namespace heddle
