// A vector whose elements are named by a strong number: a list of tiles is not indexed by a group.
#pragma once

#include <vector>

#include "base/strong.hpp"

namespace heddle {

template <class Id, class T>
class IndexedBy : private std::vector<T> {
  using Base = std::vector<T>;

 public:
  using Base::Base;

  decltype(auto) operator[](Id id) { return Base::operator[](id.index()); }
  decltype(auto) operator[](Id id) const { return Base::operator[](id.index()); }
  /// The number behind the last.
  Id end_id() const { return Id(static_cast<typename Id::rep>(Base::size())); }
  bool has(Id id) const { return id.index() < Base::size(); }

  using Base::assign;
  using Base::back;
  using Base::begin;
  using Base::clear;
  using Base::data;
  using Base::emplace_back;
  using Base::empty;
  using Base::end;
  using Base::push_back;
  using Base::reserve;
  using Base::resize;
  using Base::size;
  using typename Base::value_type;
};

}  // namespace heddle
