// Properties of the graph analyses on random graphs, against definitions applied literally: slow,
// obvious, and written without looking at the algorithms.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "effort.hpp"
#include "program/analysis/components.hpp"
#include "support.hpp"

namespace heddle::testing {
namespace {

using Graph = std::vector<std::vector<uint32_t>>;

/// Everything that can be reached from `from` without entering `without`, `from` included.
std::vector<bool> reach(const Graph& g, uint32_t from, uint32_t without = kNoBlock) {
  std::vector<bool> seen(g.size() + 1, false);
  if (from == without) return seen;
  std::vector<uint32_t> work{from};
  seen[from] = true;
  while (!work.empty()) {
    const uint32_t b = work.back();
    work.pop_back();
    if (b == g.size()) continue;
    for (uint32_t s : g[b])
      if (s != without && !seen[s]) {
        seen[s] = true;
        work.push_back(s);
      }
  }
  return seen;
}

/// The immediate one among the strict dominators of `node`: the one that all others dominate.
template <class Dominates>
uint32_t immediate(uint32_t nodes, uint32_t node, Dominates&& dominates) {
  for (uint32_t d = 0; d < nodes; d++) {
    if (d == node || !dominates(d, node)) continue;
    bool nearest = true;
    for (uint32_t e = 0; e < nodes; e++)
      if (e != node && e != d && dominates(e, node) && !dominates(e, d)) nearest = false;
    if (nearest) return d;
  }
  return kNoBlock;
}

class RandomGraphs : public ::testing::TestWithParam<uint32_t> {};

TEST_P(RandomGraphs, DominatorsAgreeWithTheirDefinition) {
  Random random(GetParam());
  for (int k = 0; k < 60; k++) {
    const Graph g = random_graph(random, 1 + random.below(14));
    const auto n = static_cast<uint32_t>(g.size());
    const Cfg cfg(g);
    const DominatorTree tree = dominators(cfg);
    const auto all = reach(g, 0);
    std::vector<std::vector<bool>> without;
    for (uint32_t a = 0; a <= n; a++) without.push_back(reach(g, 0, a));
    const auto dominates = [&](uint32_t a, uint32_t b) {
      return all[a] && all[b] && (a == b || !without[a][b]);
    };
    for (uint32_t b = 0; b <= n; b++) {
      ASSERT_EQ(cfg.reachable(b), all[b]);
      ASSERT_EQ(tree.contains(b), all[b]);
      for (uint32_t a = 0; a <= n; a++) ASSERT_EQ(tree.dominates(a, b), dominates(a, b));
      if (all[b]) {
        ASSERT_EQ(tree.parent(b), immediate(n + 1, b, dominates));
      }
    }
  }
}

TEST_P(RandomGraphs, PostDominatorsAgreeWithTheirDefinition) {
  Random random(GetParam() + 1000);
  for (int k = 0; k < 60; k++) {
    Graph g = random_graph(random, 1 + random.below(14));
    const auto n = static_cast<uint32_t>(g.size());
    const Cfg cfg(g);
    const DominatorTree tree = post_dominators(cfg);
    // The documented choice: the last block of each part that has no way out leads to the exit.
    for (uint32_t b = 0; b < n; b++) {
      const auto from = reach(g, b);
      bool terminal = !from[n];
      uint32_t last = b;
      for (uint32_t o = 0; o < n && terminal; o++)
        if (from[o]) {
          last = std::max(last, o);
          terminal = reach(g, o)[b];
        }
      if (terminal && last == b) g[b].push_back(n);
    }
    const auto post_dominates = [&](uint32_t a, uint32_t b) {
      return a == b || !reach(g, b, a)[n];
    };
    for (uint32_t b = 0; b < n; b++) {
      ASSERT_TRUE(reach(g, b)[n]);
      ASSERT_EQ(tree.parent(b), immediate(n + 1, b, post_dominates));
      for (uint32_t a = 0; a <= n; a++) ASSERT_EQ(tree.dominates(a, b), post_dominates(a, b));
    }
  }
}

TEST_P(RandomGraphs, OrderIsTopologicalButForBackEdgesAndKeepsLoopsTogether) {
  Random random(GetParam() + 2000);
  for (int k = 0; k < 60; k++) {
    const Graph g = random_graph(random, 1 + random.below(25));
    const Cfg cfg(g);
    const LoopNest nest(cfg);
    const DominatorTree tree = dominators(cfg);
    std::vector<uint32_t> sorted(nest.order().begin(), nest.order().end());
    std::sort(sorted.begin(), sorted.end());
    for (uint32_t b = 0; b < cfg.size(); b++) ASSERT_EQ(sorted[b], b);
    for (uint32_t b = 0; b < cfg.size(); b++) {
      if (!cfg.reachable(b)) continue;
      for (uint32_t s : g[b])
        if (s != cfg.exit()) {
          ASSERT_EQ(nest.position(s) <= nest.position(b), nest.is_back_edge(b, s));
        }
    }
    for (const Loop& loop : nest.loops()) {
      ASSERT_EQ(nest.order()[loop.begin], loop.header);
      ASSERT_FALSE(loop.latches.empty());
      const auto blocks = nest.blocks(loop);
      // A loop is reducible exactly when its header dominates all of it.
      const bool dominated = std::all_of(
          blocks.begin(), blocks.end(), [&](uint32_t b) { return tree.dominates(loop.header, b); });
      ASSERT_EQ(dominated, !loop.irreducible());
      // Its blocks reach one another without leaving it.
      Graph inside(g.size());
      for (uint32_t b : blocks)
        for (uint32_t s : g[b])
          if (std::find(blocks.begin(), blocks.end(), s) != blocks.end()) inside[b].push_back(s);
      for (uint32_t b : blocks) {
        ASSERT_TRUE(reach(inside, b)[loop.header]);
        ASSERT_TRUE(reach(inside, loop.header)[b]);
      }
    }
  }
}

/// The nest by its definition: components, without their headers again and again.
void nest_by_definition(const Cfg& cfg, const std::vector<uint32_t>& preorder,
                        const std::vector<uint32_t>& part, uint32_t depth,
                        std::vector<uint32_t>& depths, std::set<uint32_t>& headers) {
  const Components parts = strong_components(cfg, part);
  for (uint32_t c = 0; c < parts.count; c++) {
    std::vector<uint32_t> members;
    for (uint32_t b : preorder)
      if (parts.of[b] == c) members.push_back(b);
    const uint32_t header = members.front();
    const auto& out = cfg[header].successors;
    if (members.size() == 1 && std::find(out.begin(), out.end(), header) == out.end()) continue;
    headers.insert(header);
    for (uint32_t b : members) depths[b] = depth;
    members.erase(members.begin());
    nest_by_definition(cfg, preorder, members, depth + 1, depths, headers);
  }
}

TEST_P(RandomGraphs, LoopsAreComponentsWithoutTheHeadersAround) {
  Random random(GetParam() + 2500);
  for (int k = 0; k < 100; k++) {
    const Graph g = random_graph(random, 1 + random.below(30));
    const Cfg cfg(g);
    std::vector<uint32_t> preorder, depths(cfg.size(), 0);
    std::set<uint32_t> headers, seen{cfg.exit()};
    const std::function<void(uint32_t)> visit = [&](uint32_t b) {
      if (!seen.insert(b).second) return;
      preorder.push_back(b);
      for (uint32_t s : std::set<uint32_t>(g[b].begin(), g[b].end())) visit(s);
    };
    visit(cfg.entry());
    nest_by_definition(cfg, preorder, preorder, 1, depths, headers);
    const LoopNest nest(cfg);
    std::set<uint32_t> found;
    for (const Loop& loop : nest.loops()) found.insert(loop.header);
    ASSERT_EQ(found, headers);
    for (uint32_t b = 0; b < cfg.size(); b++) ASSERT_EQ(nest.depth(b), depths[b]);
    for (uint32_t l = 0; l < nest.loops().size(); l++)
      ASSERT_EQ(nest.entries(cfg, l).size() > 1, nest.loops()[l].irreducible());
  }
}

/// Natural loops by their textbook definition, for graphs where every retreating edge is one.
TEST_P(RandomGraphs, ReducibleGraphsHaveTheirNaturalLoops) {
  Random random(GetParam() + 3000);
  int compared = 0;
  for (int k = 0; k < 200; k++) {
    const Graph g = random_graph(random, 1 + random.below(9));
    const Cfg cfg(g);
    const LoopNest nest(cfg);
    if (!nest.reducible()) continue;
    const DominatorTree tree = dominators(cfg);
    std::map<uint32_t, std::set<uint32_t>> natural;  // header to body
    for (uint32_t b = 0; b < cfg.size(); b++)
      for (uint32_t h : g[b]) {
        if (h == cfg.exit() || !cfg.reachable(b) || !tree.dominates(h, b)) continue;
        std::vector<uint32_t> work{b};
        natural[h].insert(h);
        while (!work.empty()) {
          const uint32_t x = work.back();
          work.pop_back();
          if (!natural[h].insert(x).second) continue;
          for (uint32_t p : cfg[x].predecessors)
            if (cfg.reachable(p)) work.push_back(p);
        }
      }
    ASSERT_EQ(natural.size(), nest.loops().size());
    for (const Loop& loop : nest.loops()) {
      const auto blocks = nest.blocks(loop);
      ASSERT_EQ(natural[loop.header], std::set<uint32_t>(blocks.begin(), blocks.end()));
      for (uint32_t b : blocks) compared += nest.depth(b) >= loop.depth;
    }
    for (uint32_t b = 0; b < cfg.size(); b++) {
      uint32_t depth = 0;
      for (const auto& [header, body] : natural) depth += body.contains(b);
      ASSERT_EQ(nest.depth(b), depth);
    }
  }
  EXPECT_GT(compared, 20);
}

/// Runs every schedule of up to three threads, highest priority first, and collects who waits.
TEST_P(RandomGraphs, FrontiersAreWhatCanWait) {
  Random random(GetParam() + 4000);
  for (int k = 0; k < 40; k++) {
    const Graph g = random_graph(random, 1 + random.below(8));
    const Cfg cfg(g);
    const LoopNest nest(cfg);
    const ThreadFrontiers frontiers(cfg, nest);
    std::set<std::set<uint32_t>> seen;  // sets of occupied blocks
    std::vector<std::set<uint32_t>> work{{0}};
    std::vector<std::set<uint32_t>> waits(cfg.size());
    while (!work.empty()) {
      std::set<uint32_t> at = work.back();
      work.pop_back();
      if (!seen.insert(at).second) continue;
      const uint32_t running = *std::min_element(at.begin(), at.end(), [&](uint32_t a, uint32_t b) {
        return nest.position(a) < nest.position(b);
      });
      at.erase(running);
      waits[running].insert(at.begin(), at.end());
      const std::set<uint32_t> ways(g[running].begin(), g[running].end());
      const std::vector<uint32_t> out(ways.begin(), ways.end());
      for (uint32_t choice = 1; choice < 1u << out.size(); choice++) {
        std::set<uint32_t> next = at;
        for (uint32_t w = 0; w < out.size(); w++)
          if ((choice >> w & 1) != 0 && out[w] != cfg.exit()) next.insert(out[w]);
        if (!next.empty()) work.push_back(next);
      }
    }
    ASSERT_TRUE(frontiers.complete());
    for (uint32_t b = 0; b < cfg.size(); b++) {
      const auto f = frontiers.frontier(b);
      ASSERT_EQ(std::set<uint32_t>(f.begin(), f.end()), waits[b]) << "block " << b;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomGraphs, ::testing::Range(1u, 11u));

TEST(LargeGraph, LadderIsNotQuadratic) {
  if (quick_effort()) GTEST_SKIP() << kTooLarge;
  constexpr uint32_t n = 200'000;
  Graph g(n);
  for (uint32_t b = 0; b + 2 < n; b++) g[b] = {b + 1, n - 1};
  g[n - 2] = {n - 1};
  g[n - 1] = {n};
  const Cfg cfg(g);
  EXPECT_EQ(dominators(cfg).parent(n - 1), 0u);
  EXPECT_EQ(post_dominators(cfg).parent(0), n - 1);
  EXPECT_EQ(LoopNest(cfg).position(n - 1), n - 1);
}

}  // namespace
}  // namespace heddle::testing
