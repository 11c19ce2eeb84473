// A strong type for numbers, so that a Pc, a Reg and a Cycle cannot be mixed up. A number plus a
// count is a number; the difference of two numbers is a count, a plain integer.
#pragma once

#include <compare>
#include <cstddef>
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
  /// For arrays of several dimensions; IndexedBy has one.
  constexpr size_t index() const { return static_cast<size_t>(value_); }
  friend constexpr bool operator==(Strong, Strong) = default;
  friend constexpr auto operator<=>(Strong, Strong) = default;
  constexpr Strong operator+(Rep n) const { return Strong(static_cast<Rep>(value_ + n)); }
  constexpr Strong operator-(Rep n) const { return Strong(static_cast<Rep>(value_ - n)); }
  constexpr Rep operator-(Strong o) const { return static_cast<Rep>(value_ - o.value_); }
  constexpr Strong& operator+=(Rep n) { return *this = *this + n; }
  constexpr Strong& operator-=(Rep n) { return *this = *this - n; }
  constexpr Strong& operator++() {
    ++value_;
    return *this;
  }
  constexpr Strong& operator--() {
    --value_;
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
