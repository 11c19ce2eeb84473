// Values that are made once and shared by threads: files and parsed modules that many cases use.
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

  /// The first call for `key` makes the value; concurrent calls wait for it. If `make` throws,
  /// every call for the key throws the same exception.
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
  std::map<Key, Entry> entries_;  // entries never move
};

}  // namespace heddle
