// A study's results as JSON, for heddle reproduce --json and for reports.
#pragma once

#include "study/evaluation.hpp"

namespace heddle::study {

/// Tables, claims and every run with its key, description and result.
Json to_json(const Study& study, const std::string& size, const Plan& plan,
             std::span<const Json> results, const Evaluation& evaluation);

Json claim_json(const ClaimResult& result, const std::string& size);
Json table_json(const Study& study, const TableResult& result);

/// Null if not measured.
Json finite(double value);

template <class T, class F>
Json list_of(const std::vector<T>& items, F f) {
  Json list = Json::array();
  for (const T& item : items) list.push_back(f(item));
  return list;
}

}  // namespace heddle::study
