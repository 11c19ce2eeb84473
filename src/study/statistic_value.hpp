// Finds numbers in the result of a run.
#pragma once

#include <cstdint>
#include <string_view>

#include "json/json.hpp"

namespace heddle::study {

/// Null if there is none; a number is an index of a list.
const Json* member(const Json& json, std::string_view name);

/// The part of a run's result that belongs to a kernel, or to its launches with one block size;
/// all of it without a kernel. Null if there is none.
const Json* part_of(const Json& result, std::string_view kernel, uint64_t block);

/// The value of a statistic, NaN if there is none. Values that are not counters (hardware cost) are
/// those of the whole run.
double statistic_value(const Json& result, std::string_view kernel, uint64_t block,
                       std::string_view name);

}  // namespace heddle::study
