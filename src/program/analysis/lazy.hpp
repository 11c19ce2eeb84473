// A value that is computed when it is first needed: once, even if several threads ask at the same
// time. If the computation throws, the next caller tries again.
#pragma once

#include <mutex>
#include <optional>

namespace heddle {

template <class T>
class Lazy {
 public:
  template <class F>
  const T& get(F&& make) const {
    std::call_once(once_, [&] { value_.emplace(make()); });
    return *value_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::optional<T> value_;
};

}  // namespace heddle
