// Which registers cannot share a place: the interference graph.
//
// Two registers interfere when one is written while the other is live (Chaitin 1982). What is live
// when a function starts, its parameters and anything read before it is written, counts as written
// there at the same time; so do all results of one instruction, including unused ones. Predicates
// are in a file of their own and never interfere with other registers.
//
// The graph is sparse and made in time proportional to its size: one walk counts each register's
// neighbours, a second writes them, and a third drops doubles row by row. Its size is about
// definitions × registers live at them, 4 million edges for 20,000 registers at a pressure of 200.
#pragma once

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <cstdint>

#include "program/analysis/allocation.hpp"
#include "program/analysis/liveness.hpp"

namespace heddle {

/// Vertex numbers are register numbers; each edge is stored in both directions.
using InterferenceGraph =
    boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                       boost::no_property, uint32_t, uint64_t>;

/// Calls `written(Reg, live)` for every register that the function writes, at every place, with the
/// registers that are live just after it; the register itself may be among them.
/// Blocks that cannot be reached are left out.
template <class F>
void for_each_written(const Function& function, const Cfg& cfg, const Liveness& liveness,
                      Interrupt interrupt, F&& written) {
  RegList live(function.registers.size());
  for (uint32_t b = 0; b < cfg.size(); b++) {
    if (!cfg.reachable(b)) continue;
    interrupt.check();
    live.clear();
    liveness.add_live_out(b, live);
    walk_back(function, cfg[b], live, [&](Pc pc, RegList& behind) {
      const Instruction& i = function.at(pc);
      if (i.destination_count > 1) {  // they are written together
        std::vector<Reg> unread;
        for_each_def(function, i, [&](Reg r) {
          if (behind.insert(r)) unread.push_back(r);
        });
        for_each_def(function, i, [&](Reg r) { written(r, behind); });
        for (Reg r : unread) behind.erase(r);
      } else {
        for_each_def(function, i, [&](Reg r) { written(r, behind); });
      }
    });
    if (b != cfg.entry()) continue;
    for (Reg r : function.parameter_registers) live.insert(r);
    for (Reg r : std::vector<Reg>(live.list().begin(), live.list().end())) written(r, live);
  }
}

/// The number of pairs that building the graph would visit; a bound on its edges.
uint64_t interference_bound(const Function& function, const Cfg& cfg, const Liveness& liveness,
                            Interrupt interrupt = {});

/// The graph of a selection's registers; pairs that it keeps apart interfere as well.
InterferenceGraph interference(const Function& function, const Cfg& cfg, const Liveness& liveness,
                               const RegisterSelection& selection = {}, Interrupt interrupt = {});

}  // namespace heddle
