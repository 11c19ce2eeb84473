// The operators of constant expressions.
#pragma once

#include <string_view>

#include "ptx/expression.hpp"

namespace heddle::ptx {

/// value = op value. Returns an error message, or an empty text on success.
std::string_view evaluate(Token::Kind op, Constant& value);
/// left = left op right.
std::string_view evaluate(Token::Kind op, Constant& left, const Constant& right);

}  // namespace heddle::ptx
