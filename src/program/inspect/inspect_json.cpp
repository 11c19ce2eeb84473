#include "base/demangle.hpp"
#include "program/inspect/inspect.hpp"
#include "program/inspect/summary.hpp"

namespace heddle {

namespace {

Json value_or_null(const std::optional<uint32_t>& v) { return v ? Json(*v) : Json(nullptr); }

Json json_of(const BlockSummary& b) {
  Json successors = Json::array();
  for (const auto& s : b.successors) successors.push_back(value_or_null(s));
  Json j;
  j["id"] = b.id;
  j["first_pc"] = b.first_pc;
  j["last_pc"] = b.last_pc;
  j["first_line"] = b.first_line;
  j["last_line"] = b.last_line;
  j["instructions"] = b.instructions;
  j["successors"] = std::move(successors);
  j["dominator"] = value_or_null(b.dominator);
  j["post_dominator"] = value_or_null(b.post_dominator);
  j["loop_depth"] = b.loop_depth;
  j["priority"] = b.priority;
  j["frontier"] = b.frontier;
  j["reachable"] = b.reachable;
  j["reconvergence"] = b.reconvergence;
  return j;
}

Json json_of(const LoopSummary& l) {
  Json j;
  j["header"] = l.header;
  j["depth"] = l.depth;
  j["blocks"] = l.blocks;
  j["latches"] = l.latches;
  j["irreducible"] = l.irreducible;
  return j;
}

Json json_of(const BranchSummary& b) {
  Json j;
  j["pc"] = b.pc;
  j["line"] = b.line;
  j["block"] = b.block;
  j["text"] = b.text;
  j["uniform"] = b.uniform;
  j["reconvergence_pc"] = value_or_null(b.reconvergence_pc);
  j["reconvergence_line"] = value_or_null(b.reconvergence_line);
  j["divergence_pc"] = value_or_null(b.divergence_pc);
  j["divergence_line"] = value_or_null(b.divergence_line);
  return j;
}

Json json_of(const ScalarSummary& s) {
  Json j;
  j["instructions"] = s.instructions;
  j["vector_units"] = s.vector_units;
  j["vector_predicates"] = s.vector_predicates;
  j["scalar_units"] = s.scalar_units;
  j["scalar_predicates"] = s.scalar_predicates;
  return j;
}

Json json_of(const InstructionSummary& i) {
  return {{"pc", i.pc},
          {"line", i.line},
          {"uniform", i.uniform},
          {"scalar", {{"divergent", i.divergent}, {"convergent", i.convergent}}}};
}

Json json_of(const RegisterSummary& r) {
  return {{"register", r.name},
          {"type", r.type},
          {r.predicate ? "predicate" : "unit", r.place},
          {"uniform", r.uniform}};
}

template <class T>
Json list_of(const std::vector<T>& items, Interrupt interrupt) {
  Json list = Json::array();
  for (const T& item : items) {
    interrupt.check();
    list.push_back(json_of(item));
  }
  return list;
}

Json json_of(const FunctionSummary& f, Interrupt interrupt) {
  Json j;
  j["name"] = f.name;
  if (std::string shown = demangled(f.name); shown != f.name) j["demangled"] = shown;
  j["kernel"] = f.kernel;
  j["recursive"] = f.recursive;
  j["has_code"] = f.has_code;
  j["instructions"] = f.instructions;
  j["unreachable_blocks"] = f.unreachable_blocks;
  j["loop_depth"] = f.loop_depth();
  j["irreducible"] = f.irreducible();
  j["registers"] = {{"virtual", f.virtual_registers},
                    {"units", f.units},
                    {"predicates", f.predicates},
                    {"live_units", f.live_units},
                    {"live_predicates", f.live_predicates}};
  j["parameter_bytes"] = f.parameter_bytes;
  j["shared_bytes"] = f.shared_bytes;
  j["local_bytes"] = f.local_bytes;
  j["values"] = f.values;
  j["uniform_values"] = f.uniform_values;
  j["scalarization"] = {{"divergent", json_of(f.divergent)}, {"convergent", json_of(f.convergent)}};
  j["frontiers_complete"] = f.frontiers_complete;
  j["blocks"] = list_of(f.blocks, interrupt);
  j["loops"] = list_of(f.loops, interrupt);
  j["branches"] = list_of(f.branches, interrupt);
  j["code"] = list_of(f.code, interrupt);
  j["live_in"] = f.liveness_exact ? Json::array() : Json();  // of each block
  for (const BlockSummary& b : f.blocks) {
    interrupt.check();
    if (f.liveness_exact) j["live_in"].push_back(b.live_in);
  }
  j["allocation"] = list_of(f.registers, interrupt);
  j["layout_agrees"] = f.layout_warnings.empty();
  j["layout_warnings"] = f.layout_warnings;
  j["unsupported"] = f.unsupported;
  return j;
}

}  // namespace

Json inspect_json(const Program& module, std::string_view only, Interrupt interrupt) {
  const ModuleSummary summary = summarize(module, only, interrupt);
  Json j;
  j["file"] = summary.file;
  j["target"] = summary.target;
  j["functions"] = Json::array();
  for (const FunctionSummary& f : summary.functions)
    j["functions"].push_back(json_of(f, interrupt));
  return j;
}

}  // namespace heddle
