// A value that is made when somebody first asks for it, once, whichever thread asks. An exception
// thrown while making it leaves it unmade.
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
