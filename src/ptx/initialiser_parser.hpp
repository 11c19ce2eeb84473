// Initial values of .global and .const variables, flattened in order of address.
#pragma once

#include <vector>

#include "ptx/cursor.hpp"
#include "ptx/expression.hpp"

namespace heddle::ptx {

class InitialiserParser {
 public:
  /// Limit on the zeros stored for omitted elements, so that a short text cannot use unbounded
  /// memory.
  static constexpr uint64_t kMaxPadding = uint64_t{1} << 20;

  InitialiserParser(Cursor& cursor, Module& module) : cursor_(cursor), module_(module) {}

  /// Parses the text after the '='. `dimensions` are those of `variable`, outermost first; 0 means
  /// that the initialiser determines the size.
  bool parse(Variable& variable, const std::vector<uint64_t>& dimensions);

 private:
  bool level(size_t index, uint64_t base);
  bool pad_to(uint64_t position, Span span);
  bool value();
  bool constant(Initialiser& out);
  bool number(const Constant& value, Initialiser& out);
  bool masked(const Constant& mask, Initialiser& out);
  bool symbol(Initialiser& out);

  Cursor& cursor_;
  Module& module_;
  uint64_t padding_ = 0;  // of the whole module

  Variable* variable_ = nullptr;
  std::vector<uint64_t> extents_;  // with the elements of a vector as the innermost dimension
  std::vector<uint64_t> strides_;  // in scalars
  uint64_t outermost_count_ = 0;
};

}  // namespace heddle::ptx
