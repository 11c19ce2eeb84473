// A strong type for numbers, so that a Pc, a Reg and a Cycle cannot be mixed up.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace heddle {

template <class Tag, class Rep>
class Strong {
 public:
  using rep = Rep;
  constexpr Strong() = default;
  constexpr explicit Strong(Rep value) : value_(value) {}
  constexpr Rep value() const { return value_; }
  constexpr auto operator<=>(const Strong&) const = default;
  constexpr Strong operator+(Rep n) const { return Strong(static_cast<Rep>(value_ + n)); }
  constexpr Strong operator-(Rep n) const { return Strong(static_cast<Rep>(value_ - n)); }
  constexpr Strong& operator++() {
    ++value_;
    return *this;
  }

 private:
  Rep value_{};
};

}  // namespace heddle

template <class Tag, class Rep>
struct std::hash<heddle::Strong<Tag, Rep>> {
  size_t operator()(heddle::Strong<Tag, Rep> s) const { return std::hash<Rep>{}(s.value()); }
};
