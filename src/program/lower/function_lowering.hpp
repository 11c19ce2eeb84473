// Lowers the body of one function. Used by lower.cpp only.
#pragma once

#include <optional>
#include <string>

#include "program/lower/labels.hpp"
#include "program/lower/symbols.hpp"
#include "program/program.hpp"
#include "program/signature.hpp"

namespace heddle {

// Variables of module scope, and of function scope in memory that outlives a call (variables.cpp).
uint32_t natural_align(const ptx::Variable& v);
/// Appends to module.variables and declares the name.
void declare_module_variable(const ptx::Module& ast, const ptx::Variable& v, Program& module,
                             SymbolTable& symbols, Diagnostics& diagnostics);
void lower_initialisers(const ptx::Module& ast, const ptx::Variable& v, Program& module,
                        Variable& variable, const SymbolTable& symbols, Diagnostics& diagnostics);

CallSignature make_signature(std::span<const ptx::Variable> results,
                             std::span<const ptx::Variable> parameters);

class FunctionLowering {
 public:
  FunctionLowering(const ptx::Module& ast, Program& module, uint32_t function, SymbolTable& symbols,
                   Diagnostics& diagnostics, Interrupt interrupt)
      : ast_(ast),
        module_(module),
        fn_(module.functions[function]),
        function_(function),
        symbols_(symbols),
        diagnostics_(diagnostics),
        interrupt_(interrupt) {}

  /// The formal parameters, as registers or, for an entry, as a block in memory.
  void lower_parameters(const ptx::Function& f);
  void lower_body(const ptx::Function& f);

 private:
  using Span = ptx::Span;

  // scopes and declarations (function_lowering.cpp)
  void collect_labels(const ptx::Function& f);
  void lower_statement(const ptx::Statement& s);
  void declare(const ptx::Variable& v);
  void declare_registers(const ptx::Variable& v);
  void declare_variable(const ptx::Variable& v);
  void declare_table(const ptx::Statement& s);
  void declare_prototype(const ptx::Statement& s);
  void lower_formal(const ptx::Variable& v, std::vector<Reg>& registers);
  Reg add_words(const ptx::Variable& v, uint32_t count);
  /// Space of a new variable in the frame; nothing when the frame would be too large.
  std::optional<uint64_t> take_frame(const ptx::Variable& v, uint64_t size, uint64_t align);

  // parameters whose address is taken (framed_parameters.cpp)
  void find_framed_parameters(const ptx::Function& f);
  bool is_framed(const ptx::Variable& v) const;
  void declare_framed(const ptx::Variable& v, std::vector<Reg>& registers);
  /// Results before a `ret`, under its guard; or arguments on entry.
  void copy_framed(bool results, const Instruction& ret);
  Reg add_register(Type type, std::string_view name, uint32_t number = 0, bool in_family = false);
  Reg carry_register();
  std::optional<Pc> find_label(std::string_view name) const;

  // instructions (instructions.cpp)
  void lower_instruction(const ptx::Instruction& i);
  bool lower_modifiers(const ptx::Instruction& i, const Signature& signature);
  void lower_regular(const ptx::Instruction& i, const Signature& signature);
  void lower_memory(const ptx::Instruction& i);
  void lower_parameter_access(const ptx::Instruction& i, const ptx::Operand& address,
                              const Variable& variable);
  void lower_addressed(const ptx::Instruction& i);
  void lower_atomic(const ptx::Instruction& i);  // atomics.cpp
  bool check_atomic(const ptx::Instruction& i);
  void lower_barrier(const ptx::Instruction& i);
  void lower_branch(const ptx::Instruction& i);
  void lower_call(const ptx::Instruction& i);
  /// Pushes the registers of a call's list and returns the size of each element (0: a literal).
  std::vector<uint32_t> lower_call_list(const ptx::Operand& list, bool results);
  void check_call(const ptx::Instruction& i, std::string_view callee, const CallSignature& expected,
                  const std::vector<uint32_t>& results, const std::vector<uint32_t>& arguments);
  void lower_mov(const ptx::Instruction& i);
  void lower_vector_mov(const ptx::Instruction& i);
  void lower_policy(const ptx::Instruction& i);
  bool check_count(const ptx::Instruction& i, size_t least, size_t most);
  /// The instruction stays in the code without operands and continues with the next one.
  void unsupported(const ptx::Instruction& i, const std::string& why);

  // what goes together (checks.cpp, forms.cpp)
  void check_required_modifiers(const ptx::Instruction& i);
  void check_comparison(const ptx::Instruction& i);
  void check_conversion(const ptx::Instruction& i);
  void check_rounding(const ptx::Instruction& i);
  void check_flush(const ptx::Instruction& i);
  void check_without_sync(const ptx::Instruction& i);
  void check_redux(const ptx::Instruction& i);
  bool check_access(const ptx::Instruction& i);

  // operands (operands.cpp)
  std::optional<Operand> resolve(const ptx::Operand& o, Type type);
  std::optional<Operand> resolve_name(const ptx::Operand& o, Type type);
  std::optional<Operand> resolve_special(const ptx::Operand& o);
  std::optional<Operand> resolve_immediate(const ptx::Operand& o, Type type);
  std::optional<Operand> resolve_address(const ptx::Operand& o);
  /// The register of this name, by itself or in a family; a symbol of no kind if there is none.
  Symbol find_register_symbol(std::string_view name) const;
  std::optional<Reg> find_register(const ptx::Operand& o) const;
  void add_destination(const ptx::Operand& o, Type type);
  void add_source(const ptx::Operand& o, Type type);
  void add_elements(const ptx::Operand& o, Type type, bool destination);
  void add_address(const ptx::Operand& o);
  void push(Operand operand, bool destination);
  void check_register(Reg reg, Type type, Span span);

  std::span<const ptx::Operand> operands(ptx::OperandRange range) const {
    return {ast_.operands.data() + range.first, range.count};
  }
  std::string_view text(Span span) const {
    return ast_.source->text().substr(span.offset, span.length);
  }
  void error(Span span, std::string message) {
    diagnostics_.error(span.offset, span.length, std::move(message));
  }
  /// Whether the current instruction already has an error, so that errors that follow from it are
  /// dropped.
  bool failed() const { return diagnostics_.all().size() > reported_; }

  const ptx::Module& ast_;
  Program& module_;
  Function& fn_;
  uint32_t function_;
  SymbolTable& symbols_;
  Diagnostics& diagnostics_;
  const Interrupt interrupt_;

  /// A formal parameter in the frame, and the registers that the call fills or reads.
  struct FramedParameter {
    uint32_t variable;
    Reg first_word;
    uint32_t words;
    bool is_result;
  };
  std::vector<std::string_view> framed_names_;
  std::vector<FramedParameter> framed_;
  uint32_t prologue_ = 0, epilogue_ = 0;  // instructions that copy them, at entry and at each ret

  Instruction current_;  // under construction
  size_t reported_ = 0;  // diagnostics before it
  Reg carry_ = kNoReg;
  // Labels may be repeated in different scopes (inline assembly does): (scope, name) to place.
  LabelTable labels_;
  std::vector<uint32_t> scope_parents_;
  uint32_t scope_ = 0, next_scope_ = 0;
};

}  // namespace heddle
