// A FIFO in a ring buffer that grows on demand and never shrinks, so that nothing is allocated once
// traffic has reached its peak. The owner enforces the bounds of the modelled queue, since some of
// them are soft (see packet.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace heddle {

template <class T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }
  T& front() { return items_[head_]; }
  const T& front() const { return items_[head_]; }
  T& back() { return (*this)[size_ - 1]; }
  T& operator[](size_t n) { return items_[(head_ + n) & (items_.size() - 1)]; }
  const T& operator[](size_t n) const { return items_[(head_ + n) & (items_.size() - 1)]; }
  void push(const T& item) {
    if (size_ == items_.size()) grow();
    items_[(head_ + size_) & (items_.size() - 1)] = item;
    ++size_;
  }
  void pop() {
    head_ = (head_ + 1) & (items_.size() - 1);
    --size_;
  }
  void clear() { head_ = size_ = 0; }

 private:
  void grow() {
    std::vector<T> larger(items_.empty() ? 8 : 2 * items_.size());
    for (size_t i = 0; i < size_; ++i) larger[i] = items_[(head_ + i) & (items_.size() - 1)];
    items_ = std::move(larger);
    head_ = 0;
  }

  std::vector<T> items_;
  size_t head_ = 0, size_ = 0;
};

/// Objects identified by a small index, which is reused after release.
template <class T>
class Pool {
 public:
  uint32_t take(const T& value) {
    if (free_.empty()) {
      items_.push_back(value);
      return static_cast<uint32_t>(items_.size() - 1);
    }
    uint32_t index = free_.back();
    free_.pop_back();
    items_[index] = value;
    return index;
  }
  void release(uint32_t index) { free_.push_back(index); }
  T& operator[](uint32_t index) { return items_[index]; }
  const T& operator[](uint32_t index) const { return items_[index]; }
  size_t used() const { return items_.size() - free_.size(); }

 private:
  std::vector<T> items_;
  std::vector<uint32_t> free_;
};

}  // namespace heddle
