// What `heddle inspect` tells about a module, as plain values: text, JSON and Graphviz print the
// same report and add nothing to it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/analysis/analysis.hpp"
#include "program/program.hpp"

namespace heddle {

struct BlockReport {
  uint32_t id = 0;
  uint32_t first_pc = 0, last_pc = 0;
  uint32_t first_line = 0, last_line = 0;  // of the PTX text
  uint32_t instructions = 0;
  std::vector<std::optional<uint32_t>> successors;  // none: the end of the function
  std::optional<uint32_t> dominator;                // immediate; none: the first, or unreachable
  std::optional<uint32_t> post_dominator;           // none: the end of the function
  uint32_t loop_depth = 0;
  uint32_t priority = 0;  // thread-frontier order; 0 runs first
  std::vector<uint32_t> frontier;
  bool reachable = true;
  bool reconvergence = false;        // some branch reconverges here
  std::vector<std::string> live_in;  // registers whose values it or a later block may read
};

struct LoopReport {
  uint32_t header = 0;
  uint32_t depth = 0;
  uint32_t blocks = 0;
  std::vector<uint32_t> latches;
  bool irreducible = false;
};

/// An instruction at which threads of a warp may part.
struct BranchReport {
  uint32_t pc = 0;
  uint32_t line = 0;
  uint32_t block = 0;
  std::string text;
  bool uniform = false;
  std::optional<uint32_t> reconvergence_pc, reconvergence_line;  // none: only the end
  std::optional<uint32_t> divergence_pc, divergence_line;        // of that reconvergence point
};

/// What scalarization by one rule makes of a function.
struct ScalarReport {
  uint32_t instructions = 0;                         // scalar ones
  uint32_t vector_units = 0, vector_predicates = 0;  // per thread
  uint32_t scalar_units = 0, scalar_predicates = 0;  // per warp
};

/// Whether an instruction's results are the same for all threads of a warp, and whether it is
/// scalar, by each rule.
struct InstructionReport {
  uint32_t pc = 0;
  uint32_t line = 0;
  bool uniform = false;
  bool convergent = false, divergent = false;
};

/// A register that is used, and where allocation put it.
struct RegisterReport {
  std::string name;
  std::string_view type;
  uint32_t place = 0;  // its first 32-bit unit, or its predicate
  bool predicate = false;
  bool uniform = false;  // wherever it is live
};

struct FunctionReport {
  std::string name;
  bool kernel = false;
  bool recursive = false;
  bool has_code = true;
  uint32_t instructions = 0;
  uint32_t unreachable_blocks = 0;
  uint32_t virtual_registers = 0;
  uint32_t units = 0, predicates = 0;            // allocated
  uint32_t live_units = 0, live_predicates = 0;  // at most
  uint32_t parameter_bytes = 0, local_bytes = 0;
  uint64_t shared_bytes = 0;                // static, of everything it can call
  uint32_t uniform_values = 0, values = 0;  // instructions with results
  ScalarReport convergent, divergent;       // by rule
  bool frontiers_complete = true;
  bool liveness_exact = true;  // otherwise live_in is empty
  std::vector<BlockReport> blocks;
  std::vector<LoopReport> loops;
  std::vector<BranchReport> branches;
  std::vector<InstructionReport> code;
  std::vector<RegisterReport> registers;
  std::vector<std::string> layout_warnings;  // empty: the layout is the frontier order
  std::vector<std::string> unsupported;
  uint32_t loop_depth() const;
  bool irreducible() const;
};

struct ModuleReport {
  std::string file, target;
  std::vector<FunctionReport> functions;  // kernels first, each kind in the order of the text
};

/// The function that is meant: by its name in the PTX, or as C++ writes it. Throws UsageError when
/// there is none, or several.
std::string_view function_named(const Program& module, std::string_view wanted);

/// All functions, or the one that is meant by `only`; throws as `function_named` does.
ModuleReport make_report(const Program& module, std::string_view only = {},
                         Interrupt interrupt = {});

}  // namespace heddle
