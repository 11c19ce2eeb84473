#include <fmt/format.h>

#include <map>

#include "base/demangle.hpp"
#include "program/inspect/inspect.hpp"
#include "program/inspect/summary.hpp"
#include "program/inspect/table.hpp"

namespace heddle {

namespace {

std::string number(uint32_t n) { return fmt::format("{}", n); }

std::string block_name(const std::optional<uint32_t>& b) { return b ? number(*b) : "end"; }

template <class T, class F>
std::string join(const std::vector<T>& items, F&& text) {
  std::string out;
  for (const T& item : items) {
    if (!out.empty()) out += ' ';
    out += text(item);
  }
  return out;
}

/// "saxpy(int, float)  (_Z5saxpyif)" where the two differ.
std::string shown_name(const std::string& name) {
  const std::string shown = demangled(name);
  return shown == name ? name : fmt::format("{}  ({})", shown, name);
}

std::string overview(const FunctionSummary& f) {
  std::string out = fmt::format("{} {}{}\n", f.kernel ? "kernel" : "function", shown_name(f.name),
                                f.recursive ? " (recursive)" : "");
  const auto row = [&](std::string_view what, const std::string& value) {
    out += fmt::format("  {:<14}{}\n", what, value);
  };
  if (!f.has_code) {
    row("instructions", "none here");
    return out;
  }
  row("instructions", number(f.instructions));
  row("basic blocks", f.unreachable_blocks == 0
                          ? number(static_cast<uint32_t>(f.blocks.size()))
                          : fmt::format("{}, of which {} cannot be reached", f.blocks.size(),
                                        f.unreachable_blocks));
  row("loops", f.loops.empty() ? "none"
                               : fmt::format("{}, nested {} deep{}", f.loops.size(), f.loop_depth(),
                                             f.irreducible() ? ", some irreducible" : ""));
  row("registers", fmt::format("{} virtual, allocated in {} 32-bit units and {} predicates",
                               f.virtual_registers, f.units, f.predicates));
  row("live at most", fmt::format("{} units, {} predicates", f.live_units, f.live_predicates));
  row("layout", f.layout_warnings.empty() ? "agrees with the thread-frontier order"
                                          : "does not agree with the thread-frontier order");
  row("uniform", fmt::format("{} of {} instructions with a result", f.uniform_values, f.values));
  const auto scalar = [&](std::string_view what, const ScalarSummary& s) {
    row(what, fmt::format("{} of {} instructions; {} units and {} predicates per thread, {} and {} "
                          "per warp",
                          s.instructions, f.instructions, s.vector_units, s.vector_predicates,
                          s.scalar_units, s.scalar_predicates));
  };
  scalar("scalar", f.divergent);
  scalar("convergent", f.convergent);
  row("memory", fmt::format("{} bytes of parameters, {} shared, {} local", f.parameter_bytes,
                            f.shared_bytes, f.local_bytes));
  return out;
}

std::string blocks_table(const FunctionSummary& f, Interrupt interrupt) {
  using Align = Table::Align;
  Table table({{"block", Align::Right},
               {"lines", Align::Right},
               {"instrs", Align::Right},
               {"loop depth", Align::Right},
               {"priority", Align::Right},
               {"live in", Align::Right},
               {"dominator", Align::Right},
               {"post-dominator", Align::Right},
               {"successors"},
               {"thread frontier"},
               {""}});
  for (const BlockSummary& b : f.blocks) {
    interrupt.check();
    const std::string lines = b.first_line == b.last_line
                                  ? number(b.first_line)
                                  : fmt::format("{}-{}", b.first_line, b.last_line);
    const char* note = !b.reachable ? "unreachable" : b.reconvergence ? "reconvergence" : "";
    table.add({number(b.id), lines, number(b.instructions), number(b.loop_depth),
               number(b.priority),
               f.liveness_exact ? number(static_cast<uint32_t>(b.live_in.size())) : "too many",
               b.dominator ? number(*b.dominator) : "-", block_name(b.post_dominator),
               join(b.successors, block_name),
               f.frontiers_complete ? join(b.frontier, number) : "too many", note});
  }
  return table.print();
}

std::string loops_table(const FunctionSummary& f) {
  using Align = Table::Align;
  Table table({{"loop at block", Align::Right},
               {"depth", Align::Right},
               {"blocks", Align::Right},
               {"closed from"},
               {""}});
  for (const LoopSummary& l : f.loops)
    table.add({number(l.header), number(l.depth), number(l.blocks), join(l.latches, number),
               l.irreducible ? "irreducible" : ""});
  return table.print();
}

std::string branches_table(const FunctionSummary& f, Interrupt interrupt) {
  using Align = Table::Align;
  Table table({{"branch at line", Align::Right},
               {"block", Align::Right},
               {""},
               {"reconverges at line", Align::Right},
               {"divergence point at line", Align::Right},
               {"instruction"}});
  const auto line = [](const std::optional<uint32_t>& l) { return l ? number(*l) : "-"; };
  for (const BranchSummary& b : f.branches) {
    interrupt.check();
    table.add({number(b.line), number(b.block), b.uniform ? "uniform" : "divergent",
               line(b.reconvergence_line), line(b.divergence_line), b.text});
  }
  return table.print();
}

/// What shares a place; registers that hold the same for all threads of a warp are marked.
std::string registers_table(const FunctionSummary& f) {
  std::map<std::pair<bool, uint32_t>, std::string> places;
  for (const RegisterSummary& r : f.registers) {
    std::string& names = places[{r.predicate, r.place}];
    names += fmt::format("{}{}{}", names.empty() ? "" : " ", r.name, r.uniform ? "*" : "");
  }
  Table table({{"allocated at", Table::Align::Right}, {"registers (*: uniform)"}});
  for (const auto& [place, names] : places)
    table.add({fmt::format("{} {}", place.first ? "predicate" : "unit", place.second), names});
  return table.print();
}

}  // namespace

std::string inspect_text(const Program& module, std::string_view only, Interrupt interrupt) {
  const ModuleSummary summary = summarize(module, only, interrupt);
  std::string out;
  for (const FunctionSummary& f : summary.functions) {
    if (!out.empty()) out += '\n';
    out += overview(f);
    for (const std::string& table : {blocks_table(f, interrupt), loops_table(f),
                                     branches_table(f, interrupt), registers_table(f)})
      if (!table.empty()) {
        out += '\n';
        out += table;
      }
    if (!f.layout_warnings.empty()) out += "\n";
    for (const std::string& warning : f.layout_warnings)
      out += fmt::format("  warning: layout is not in frontier order: {}\n", warning);
    if (!f.unsupported.empty()) out += "\n";
    for (const std::string& message : f.unsupported)
      out += fmt::format("  unsupported: {}\n", message);
  }
  return out;
}

}  // namespace heddle
