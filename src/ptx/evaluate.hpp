// The operators of constant expressions.
#pragma once

#include <string_view>

#include "ptx/expression.hpp"

namespace heddle::ptx {

/// value = op value. The result is empty, or says why there is no value.
std::string_view evaluate(Token::Kind op, Constant& value);
/// left = left op right.
std::string_view evaluate(Token::Kind op, Constant& left, const Constant& right);

}  // namespace heddle::ptx
