// Strong numbers in messages: written as the numbers that they are, with the same options.
#pragma once

#include <fmt/format.h>

#include "base/strong.hpp"

template <class Tag, class Rep>
struct fmt::formatter<heddle::Strong<Tag, Rep>> : fmt::formatter<Rep> {
  template <class Context>
  auto format(heddle::Strong<Tag, Rep> s, Context& context) const {
    return fmt::formatter<Rep>::format(s.value(), context);
  }
};
