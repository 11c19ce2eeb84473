#include <fmt/format.h>

#include <algorithm>

#include "base/demangle.hpp"
#include "program/inspect/inspect.hpp"
#include "program/inspect/summary.hpp"
#include "program/instruction_text.hpp"

namespace heddle {

namespace {

constexpr uint32_t kLinesShown = 12;

/// A double-quoted Graphviz string holds anything once quotes and backslashes are escaped; lines
/// end in \l to be set flush left, and other control characters are dropped.
std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    if (c == '\n')
      out += "\\l";
    else if (static_cast<unsigned char>(c) >= 0x20)
      out += c;
  }
  return out;
}

class DotWriter {
 public:
  DotWriter(const Program& module, std::string& out, Interrupt interrupt)
      : module_(module), out_(out), interrupt_(interrupt) {}

  void write(const FunctionSummary& f, uint32_t number) {
    function_ = module_.find_function(f.name);
    headers_.assign(f.blocks.size(), false);
    for (const LoopSummary& l : f.loops) headers_[l.header] = true;
    prefix_ = fmt::format("f{}_", number);
    out_ += fmt::format("  subgraph cluster_{} {{\n    label=\"{} {}\";\n", number,
                        f.kernel ? "kernel" : "function", escaped(demangled(f.name)));
    for (const BlockSummary& b : f.blocks) write_block(b);
    const bool ends = std::any_of(f.blocks.begin(), f.blocks.end(), [](const BlockSummary& b) {
      return std::find(b.successors.begin(), b.successors.end(), std::nullopt) !=
             b.successors.end();
    });
    if (ends) out_ += fmt::format("    {}end [label=\"end\", shape=circle];\n", prefix_);
    for (const BlockSummary& b : f.blocks) write_edges(f, b);
    for (const BranchSummary& b : f.branches) write_reconvergence(f, b);
    out_ += "  }\n";
  }

 private:
  std::string name(const std::optional<uint32_t>& block) const {
    return block ? fmt::format("{}b{}", prefix_, *block) : prefix_ + "end";
  }

  std::string label(const BlockSummary& b) const {
    std::string text = fmt::format("block {}, lines {}-{}, priority {}\n", b.id, b.first_line,
                                   b.last_line, b.priority);
    for (uint32_t pc = b.first_pc; pc <= b.last_pc; pc++) {
      const uint32_t shown = pc - b.first_pc;
      if (shown + 1 == kLinesShown && pc + 1 < b.last_pc) {
        text += fmt::format("... {} more\n", b.last_pc - pc);
        pc = b.last_pc;
      }
      text += instruction_text(module_, *function_, function_->at(Pc{pc})) + "\n";
    }
    return escaped(text);
  }

  void write_block(const BlockSummary& b) {
    interrupt_.check();
    std::string style = b.reconvergence ? "shape=doubleoctagon, color=firebrick" : "shape=box";
    if (headers_[b.id]) style += ", penwidth=2.5";
    if (!b.reachable) style += ", fontcolor=grey50, color=grey70";
    out_ += fmt::format("    {} [label=\"{}\", {}];\n", name(b.id), label(b), style);
  }

  void write_edges(const FunctionSummary& f, const BlockSummary& b) {
    interrupt_.check();
    for (const auto& s : b.successors) {
      const bool back = s && f.blocks[*s].priority <= b.priority && b.reachable;
      out_ += fmt::format("    {} -> {}{};\n", name(b.id), name(s),
                          back ? " [style=dotted, constraint=false]" : "");
    }
  }

  void write_reconvergence(const FunctionSummary& f, const BranchSummary& b) {
    interrupt_.check();
    if (b.uniform || !b.reconvergence_pc || f.blocks[b.block].last_pc != b.pc) return;
    const auto to =
        std::ranges::lower_bound(f.blocks, *b.reconvergence_pc, {}, &BlockSummary::first_pc);
    if (to == f.blocks.end() || to->first_pc != *b.reconvergence_pc) return;
    out_ += fmt::format("    {} -> {} [style=dashed, color=firebrick, constraint=false];\n",
                        name(b.block), name(to->id));
  }

  const Program& module_;
  std::string& out_;
  Interrupt interrupt_;
  const Function* function_ = nullptr;
  std::string prefix_;
  std::vector<bool> headers_;  // of loops, per block
};

}  // namespace

std::string inspect_dot(const Program& module, std::string_view only, Interrupt interrupt) {
  const ModuleSummary summary = summarize(module, only, interrupt);
  std::string out = fmt::format(
      "digraph \"{}\" {{\n  node [fontname=\"monospace\", fontsize=10];\n", escaped(summary.file));
  DotWriter writer(module, out, interrupt);
  uint32_t number = 0;
  for (const FunctionSummary& f : summary.functions) writer.write(f, number++);
  return out + "}\n";
}

}  // namespace heddle
