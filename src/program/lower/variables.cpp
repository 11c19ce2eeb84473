// Variables that live in device memory or in a block's shared memory, with their initial contents.
#include <fmt/format.h>

#include <bit>

#include "program/lower/function_lowering.hpp"

namespace heddle {

uint32_t natural_align(const ptx::Variable& v) {
  uint32_t natural = std::max(1u, ptx::size_of(v.type) * v.vector);
  return v.align ? v.align : natural;
}

void declare_module_variable(const ptx::Module&, const ptx::Variable& v, Program& module,
                             SymbolTable& symbols, Diagnostics& diagnostics) {
  constexpr uint64_t kMaxVariable = uint64_t{1} << 36;
  Variable out{.name = v.name, .space = v.space, .linkage = v.linkage, .type = v.type};
  out.align = natural_align(v);
  out.size = v.byte_size();
  out.offset = v.span.offset;
  out.dynamic = v.space == Space::Shared && v.is_array && v.elements == 0;
  bool placed = v.space == Space::Global || v.space == Space::Const || v.space == Space::Shared;
  bool opaque = v.type >= Type::TexRef;
  if (out.size > kMaxVariable)
    diagnostics.error(v.span.offset, v.span.length,
                      fmt::format("variable '{}' of {} bytes is too large", v.name, out.size));
  else if (!placed || (v.type == Type::Pred))
    diagnostics.error(v.span.offset, v.span.length,
                      fmt::format("a .{} variable of type .{} cannot be declared here",
                                  ptx::name_of(v.space), ptx::name_of(v.type)));
  else if (out.size == 0 && !out.dynamic && !opaque && v.linkage != ptx::Linkage::Extern)
    diagnostics.error(v.span.offset, v.span.length,
                      fmt::format("variable '{}' has no size", v.name));
  auto index = static_cast<uint32_t>(module.variables.size());
  // A declaration may precede the definition: `.extern .global x; … .global x;`
  Symbol known = symbols.find(v.name);
  if (known.kind == Symbol::Kind::ModuleVariable &&
      module.variables[known.index].linkage == ptx::Linkage::Extern) {
    Variable& earlier = module.variables[known.index];
    if (v.linkage != ptx::Linkage::Extern) earlier = out;
    module.variables.push_back(out);  // unreferenced twin keeps indices in step with the text
    return;
  }
  module.variables.push_back(out);
  if (!symbols.declare(v.name, {Symbol::Kind::ModuleVariable, false, index, 1}))
    diagnostics.error(v.span.offset, v.span.length, fmt::format("'{}' is declared twice", v.name));
}

void lower_initialisers(const ptx::Module& ast, const ptx::Variable& v, Program& module,
                        Variable& variable, const SymbolTable& symbols, Diagnostics& diagnostics) {
  variable.first_initial = static_cast<uint32_t>(module.initials.size());
  variable.initial_count = v.initialiser_count;
  if (v.initialiser_count == 0) return;
  auto size = static_cast<uint8_t>(ptx::size_of(v.type));
  if (uint64_t{v.initialiser_count} * size > variable.size || v.space == Space::Shared) {
    diagnostics.error(v.span.offset, v.span.length,
                      v.space == Space::Shared
                          ? std::string("shared memory cannot be initialised")
                          : fmt::format("more initial values than '{}' has elements", v.name));
    variable.initial_count = 0;
    return;
  }
  for (uint32_t n = 0; n < v.initialiser_count; n++) {
    const ptx::Initialiser& in = ast.initialisers[v.first_initialiser + n];
    InitialValue out{.size = size, .mask_byte = in.mask_byte, .generic = in.generic};
    out.bits = in.bits;
    out.offset = in.offset;
    if (in.kind == ptx::Initialiser::Kind::Symbol) {
      Symbol symbol = symbols.find(in.symbol);
      out.index = symbol.index;
      if (symbol.kind == Symbol::Kind::Function) {
        out.kind = InitialValue::Kind::Function;
        module.functions[symbol.index].address_taken = true;
      } else if (symbol.kind == Symbol::Kind::ModuleVariable) {
        out.kind = InitialValue::Kind::Variable;
      } else {
        diagnostics.error(in.span.offset, in.span.length,
                          fmt::format("'{}' is not a variable or function of this module, so its "
                                      "address cannot be an initial value",
                                      in.symbol));
      }
    }
    module.initials.push_back(out);
  }
}

}  // namespace heddle
