// Constant expressions, evaluated during parsing: 64-bit integers, signed unless an operand is
// unsigned, and f64.
#pragma once

#include "ptx/cursor.hpp"

namespace heddle::ptx {

struct Constant {
  enum class Kind : uint8_t { Signed, Unsigned, Double, Single };
  Kind kind = Kind::Signed;
  uint64_t bits = 0;  // Single: a binary32 pattern
  Span span;

  bool is_integer() const { return kind <= Kind::Unsigned; }
  double as_double() const;
};

/// True if the current token begins a constant (a name other than WARP_SZ does not).
bool at_constant(const Cursor& cursor);

bool parse_constant(Cursor& cursor, Constant& out);
/// A constant that is an integer; `what` names it in the error.
bool parse_integer(Cursor& cursor, Constant& out, std::string_view what);
/// Any number of "+ product" and "- product" terms after a name: sym+4, %rd1+-8, x+4*2.
bool parse_offset(Cursor& cursor, int64_t& offset);

}  // namespace heddle::ptx
