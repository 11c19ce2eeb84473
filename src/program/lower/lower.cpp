// Syntax tree to typed program. Names of the module are declared first, so that functions and
// variables may be used before they are defined; then each function's body is lowered separately.
#include <fmt/format.h>

#include <algorithm>

#include "base/error.hpp"
#include "program/analysis/call_paths.hpp"
#include "program/analysis/components.hpp"
#include "program/lower/exits.hpp"
#include "program/lower/function_lowering.hpp"
#include "ptx/parser.hpp"

namespace heddle {

RegClass class_of(Type type) {
  if (type == Type::Pred) return RegClass::Pred;
  uint32_t size = ptx::size_of(type);
  return size <= 4 ? RegClass::Word : size == 8 ? RegClass::Double : RegClass::Quad;
}

uint32_t units_of(RegClass cls) {
  switch (cls) {
    case RegClass::Pred: return 0;
    case RegClass::Word: return 1;
    case RegClass::Double: return 2;
    case RegClass::Quad: return 4;
  }
  return 1;
}

const Function* Program::find_function(std::string_view name) const {
  auto at = function_index.find(name);
  return at == function_index.end() ? nullptr : &functions[at->second];
}

namespace {

Builtin builtin_of(std::string_view name) {
  if (name == "vprintf") return Builtin::Printf;
  if (name == "malloc") return Builtin::Malloc;
  if (name == "free") return Builtin::Free;
  if (name == "__assertfail") return Builtin::AssertFail;
  return Builtin::None;
}

class ModuleLowering {
 public:
  ModuleLowering(const ptx::Module& ast, Diagnostics& diagnostics, Interrupt interrupt)
      : ast_(ast),
        diagnostics_(diagnostics),
        interrupt_(interrupt),
        module_(std::make_shared<Program>()) {}

  std::shared_ptr<Program> run() {
    module_->source = ast_.source;
    module_->target = ast_.target;
    declare_functions();
    for (const ptx::Variable& v : ast_.globals) {
      if (v.space == Space::Reg || v.space == Space::Local || v.space == Space::Param) {
        diagnostics_.error(
            v.span.offset, v.span.length,
            fmt::format(".{} variables belong inside a function", ptx::name_of(v.space)));
        return module_;
      }
      declare_module_variable(ast_, v, *module_, symbols_, diagnostics_);
      module_->variable_index.emplace(v.name, symbols_.find(v.name).index);
    }
    for (const ptx::Variable& v : ast_.globals) {
      interrupt_.check();
      Variable& variable = module_->variables[symbols_.find(v.name).index];
      if (v.linkage != ptx::Linkage::Extern)
        lower_initialisers(ast_, v, *module_, variable, symbols_, diagnostics_);
    }
    lower_functions();
    mark_recursion();
    return module_;
  }

 private:
  void declare_functions() {
    for (const ptx::Function& f : ast_.functions) {
      if (!f.alias_of.empty()) continue;
      auto [at, added] = module_->function_index.try_emplace(
          f.name, static_cast<uint32_t>(module_->functions.size()));
      if (added) {
        Function out;
        out.name = f.name;
        out.is_entry = f.is_entry;
        out.offset = f.span.offset;
        out.signature = make_signature(f.results, f.parameters);
        out.builtin = f.has_body ? Builtin::None : builtin_of(f.name);
        module_->functions.push_back(std::move(out));
        symbols_.declare(f.name, {Symbol::Kind::Function, false, at->second, 1});
      }
      Function& fn = module_->functions[at->second];
      if (fn.defined && f.has_body)
        diagnostics_.error(f.span.offset, f.span.length,
                           fmt::format("function '{}' is defined twice", f.name));
      fn.defined |= f.has_body || fn.builtin != Builtin::None;
      fn.no_return |= f.no_return || fn.builtin == Builtin::AssertFail;
      std::copy_n(f.max_threads, 3, fn.max_threads);
      std::copy_n(f.required_threads, 3, fn.required_threads);
      fn.min_blocks_per_sm = f.min_blocks_per_sm;
      if (f.has_body && f.cluster_blocks[0] * f.cluster_blocks[1] * f.cluster_blocks[2] > 1)
        module_->unsupported.push_back(
            {at->second, Pc{0},
             fmt::format("{}:{}: '{}' runs in clusters of blocks, which is not supported",
                         ast_.source->name(), ast_.source->locate(f.span.offset).line, f.name)});
      if (f.has_body) {
        fn.builtin = Builtin::None;
        fn.offset = f.span.offset;
        fn.signature = make_signature(f.results, f.parameters);
      }
    }
    for (const ptx::Function& f : ast_.functions) {
      if (f.alias_of.empty()) continue;
      auto target = module_->function_index.find(f.alias_of);
      if (target == module_->function_index.end()) {
        diagnostics_.error(f.span.offset, f.span.length,
                           fmt::format("alias of '{}', which is not declared", f.alias_of));
        continue;
      }
      module_->function_index[f.name] = target->second;
      symbols_.open_scope();  // an alias may repeat a declaration
      symbols_.declare(f.name, {Symbol::Kind::Function, false, target->second, 1});
    }
  }

  void lower_functions() {
    for (const ptx::Function& f : ast_.functions) {
      if (!f.has_body || diagnostics_.full()) continue;
      symbols_.open_scope();
      FunctionLowering lowering(ast_, *module_, module_->function_index.at(f.name), symbols_,
                                diagnostics_, interrupt_);
      lowering.lower_parameters(f);
      lowering.lower_body(f);
      if (!diagnostics_.has_errors())
        mark_exits(module_->functions[module_->function_index.at(f.name)]);
      symbols_.close_scope();
    }
  }

  // A function is recursive when it can be reached from itself. An indirect call may reach every
  // function whose address is taken.
  void mark_recursion() {
    const Cfg calls = call_graph(*module_);
    std::vector<uint32_t> all(calls.size());
    for (uint32_t f = 0; f < all.size(); f++) all[f] = f;
    const Components components = strong_components(calls, all);
    std::vector<uint32_t> size(components.count, 0);
    for (uint32_t f : all) size[components.of[f]]++;
    for (uint32_t f = 0; f < module_->functions.size(); f++) {
      const auto& callees = calls[f].successors;
      module_->functions[f].recursive =
          size[components.of[f]] > 1 || std::ranges::find(callees, f) != callees.end();
    }
  }

  const ptx::Module& ast_;
  Diagnostics& diagnostics_;
  Interrupt interrupt_;
  std::shared_ptr<Program> module_;
  SymbolTable symbols_;
};

}  // namespace

ProgramPtr lower(const ptx::Module& ast, Diagnostics& diagnostics, Interrupt interrupt) {
  auto module = ModuleLowering(ast, diagnostics, interrupt).run();
  return diagnostics.has_errors() ? nullptr : module;
}

ProgramPtr load_module(SourcePtr source, Interrupt interrupt) {
  Diagnostics diagnostics(source);
  ptx::Module ast = ptx::parse(std::move(source), diagnostics, interrupt);
  ProgramPtr module;
  if (!diagnostics.has_errors()) module = lower(ast, diagnostics, interrupt);
  if (!module) throw InputError(diagnostics.render_all());
  return module;
}

}  // namespace heddle
