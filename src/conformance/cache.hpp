// Values made once and shared by threads: files and parsed modules that many cases use.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>

namespace heddle {

template <class Key, class Value>
class SharedCache {
 public:
  explicit SharedCache(std::function<Value(const Key&)> make) : make_(std::move(make)) {}

  /// Makes the value on the first call for `key`; others wait for it. What `make` throws is thrown.
  const Value& get(const Key& key) {
    Entry* entry;
    {
      std::lock_guard lock(mutex_);
      entry = &entries_[key];
    }
    std::call_once(entry->once, [&] {
      try {
        entry->value = make_(key);
      } catch (...) {
        entry->error = std::current_exception();
      }
    });
    if (entry->error) std::rethrow_exception(entry->error);
    return entry->value;
  }

 private:
  struct Entry {
    std::once_flag once;
    Value value{};
    std::exception_ptr error;
  };
  std::function<Value(const Key&)> make_;
  std::mutex mutex_;
  std::map<Key, Entry> entries_;  // addresses of entries stay
};

}  // namespace heddle
