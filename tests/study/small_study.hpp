// A study of two workloads under three variants, which tests add to.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "study/evaluation.hpp"
#include "study/study.hpp"
#include "study/tools.hpp"

namespace heddle::study::test {

inline constexpr const char* kHead = R"(
title = "a test"
preset = "small"
[[row]]
label = "A"
workload = "bitonic"
[[row]]
label = "B"
workload = "fig7"
[sets]
first = ["A"]
[[variant]]
name = "x"
arch = "pdom"
[[variant]]
name = "y"
arch = "serialize"
[[variant]]
name = "part"
arch = "mimd"
rows = "@first"
[metrics]
ipc = "derived.ipc"
twice = "2 * derived.ipc"
)";

inline Study parse(const std::string& more) {
  return parse_study(std::make_shared<Source>("test.toml", kHead + more), "test");
}

inline std::string complaint(const std::string& more) {
  try {
    parse(more);
  } catch (const InputError& e) {
    return e.what();
  }
  return "none";
}

/// derived.ipc of each run of the plan, in order.
inline Evaluation judged(const Study& study, const std::vector<double>& ipc) {
  Plan plan = expand(study, "tiny");
  std::vector<Json> results;
  for (double value : ipc) results.push_back({{"total", {{"derived", {{"ipc", value}}}}}});
  results.resize(plan.runs.size());
  static std::vector<Study> kept;  // evaluations point into their study
  kept.reserve(64);
  return evaluate(kept.emplace_back(study), plan, results);
}

}  // namespace heddle::study::test
