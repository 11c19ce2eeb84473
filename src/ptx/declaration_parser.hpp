// Declarations of registers, variables and parameters, with their initialisers.
#pragma once

#include <optional>
#include <vector>

#include "ptx/cursor.hpp"
#include "ptx/initialiser_parser.hpp"

namespace heddle::ptx {

/// The state space named by `word`, if a declaration can begin with it.
std::optional<Space> find_declared_space(std::string_view word);

class DeclarationParser {
 public:
  DeclarationParser(Cursor& cursor, Module& module)
      : cursor_(cursor), initialisers_(cursor, module) {}

  /// ".reg .b32 %r<4>, %x;" from the state space to the ';'. Appends one Variable per name.
  bool parse_variables(Linkage linkage, std::vector<Variable>& out);
  /// "(.param .u32 a, .reg .b32 b)"
  bool parse_parameters(std::vector<Variable>& out);
  /// Skips ".attribute(.managed)", which has no meaning here, starting at its Word.
  bool skip_attribute();

 private:
  bool specifiers(Variable& out);
  bool specifier(Variable& out);
  bool pointer(Variable& out);
  bool alignment(uint32_t& out);
  bool declarator(Variable& out);
  bool family(Variable& out);
  bool dimensions(Variable& out);
  bool dimension(Variable& out);

  Cursor& cursor_;
  InitialiserParser initialisers_;
  std::vector<uint64_t> dimensions_;  // of the current declarator, outermost first; 0: []
};

}  // namespace heddle::ptx
