// What `heddle inspect` prints about a module, as plain values. Text, JSON and Graphviz print the
// same summary and add nothing to it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "program/analysis/analysis.hpp"
#include "program/program.hpp"

namespace heddle {

struct BlockSummary {
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

struct LoopSummary {
  uint32_t header = 0;
  uint32_t depth = 0;
  uint32_t blocks = 0;
  std::vector<uint32_t> latches;
  bool irreducible = false;
};

/// An instruction at which the threads of a warp may diverge.
struct BranchSummary {
  uint32_t pc = 0;
  uint32_t line = 0;
  uint32_t block = 0;
  std::string text;
  bool uniform = false;
  std::optional<uint32_t> reconvergence_pc, reconvergence_line;  // none: only the end
  std::optional<uint32_t> divergence_pc, divergence_line;        // of that reconvergence point
};

/// The result of scalarizing a function by one rule.
struct ScalarSummary {
  uint32_t instructions = 0;                         // scalar ones
  uint32_t vector_units = 0, vector_predicates = 0;  // per thread
  uint32_t scalar_units = 0, scalar_predicates = 0;  // per warp
};

/// Whether an instruction's results are the same for all threads of a warp, and whether it is
/// scalar, by each rule.
struct InstructionSummary {
  uint32_t pc = 0;
  uint32_t line = 0;
  bool uniform = false;
  bool convergent = false, divergent = false;
};

/// A register that is used, and where allocation put it.
struct RegisterSummary {
  std::string name;
  std::string_view type;
  uint32_t place = 0;  // its first 32-bit unit, or its predicate
  bool predicate = false;
  bool uniform = false;  // wherever it is live
};

struct FunctionSummary {
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
  ScalarSummary convergent, divergent;      // by rule
  bool frontiers_complete = true;
  bool liveness_exact = true;  // otherwise live_in is empty
  std::vector<BlockSummary> blocks;
  std::vector<LoopSummary> loops;
  std::vector<BranchSummary> branches;
  std::vector<InstructionSummary> code;
  std::vector<RegisterSummary> registers;
  std::vector<std::string> layout_warnings;  // empty: the layout is the frontier order
  std::vector<std::string> unsupported;
  uint32_t loop_depth() const;
  bool irreducible() const;
};

struct ModuleSummary {
  std::string file, target;
  std::vector<FunctionSummary> functions;  // kernels first, each kind in the order of the text
};

/// The function with this name in the PTX or in C++. Throws UsageError when
/// there is none, or several.
std::string_view function_named(const Program& module, std::string_view wanted);

/// All functions, or only the one named `only`; throws as `function_named` does.
ModuleSummary summarize(const Program& module, std::string_view only = {},
                        Interrupt interrupt = {});

}  // namespace heddle
