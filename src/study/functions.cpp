#include "study/functions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

namespace heddle::study {

namespace {

constexpr size_t kAny = 64;

using Arguments = std::span<const Values>;

/// All elements of all arguments.
Values joined(Arguments arguments) {
  Values all;
  for (const Values& a : arguments) all.insert(all.end(), a.begin(), a.end());
  return all;
}

bool has_nothing(const Values& v) {
  return v.empty() || std::ranges::any_of(v, [](double x) { return std::isnan(x); });
}

/// A function that folds all elements.
template <class F>
Values fold(Arguments arguments, F f) {
  Values all = joined(arguments);
  return {has_nothing(all) ? kNothing : static_cast<double>(f(all))};
}

double sum_of(const Values& v) { return std::accumulate(v.begin(), v.end(), 0.0); }

Values mean(Arguments a) {
  return fold(a, [](const Values& v) { return sum_of(v) / static_cast<double>(v.size()); });
}
Values hmean(Arguments a) {
  return fold(a, [](const Values& v) {
    double inverse = 0;
    for (double x : v) inverse += 1 / x;
    return static_cast<double>(v.size()) / inverse;
  });
}
Values gmean(Arguments a) {
  return fold(a, [](const Values& v) {
    double logs = 0;
    for (double x : v) logs += std::log(x);
    return std::exp(logs / static_cast<double>(v.size()));
  });
}
Values sum(Arguments a) { return fold(a, sum_of); }
Values least(Arguments a) {
  return fold(a, [](const Values& v) { return *std::ranges::min_element(v); });
}
Values most(Arguments a) {
  return fold(a, [](const Values& v) { return *std::ranges::max_element(v); });
}
Values count(Arguments a) {
  return fold(
      a, [](const Values& v) { return std::ranges::count_if(v, [](double x) { return x != 0; }); });
}
Values all_of(Arguments a) {
  return fold(
      a, [](const Values& v) { return std::ranges::all_of(v, [](double x) { return x != 0; }); });
}
Values any_of(Arguments a) {
  return fold(
      a, [](const Values& v) { return std::ranges::any_of(v, [](double x) { return x != 0; }); });
}
Values size(Arguments a) { return {static_cast<double>(joined(a).size())}; }
Values rising(Arguments a) {
  return fold(a, [](const Values& v) {
    return std::ranges::adjacent_find(v, [](double x, double y) { return !(x < y); }) == v.end();
  });
}
Values absolute(Arguments a) {
  Values v = a[0];
  for (double& x : v) x = std::abs(x);
  return v;
}
Values change(Arguments a) {
  return zipped(a[0], a[1], [](double after, double before) { return 100 * (after / before - 1); });
}

constexpr auto kFunctions = std::to_array<Function>({
    {"abs", "abs(list): absolute value", 1, 1, absolute, false},
    {"all", "all(list, …): 1 if no element is 0", 1, kAny, all_of},
    {"any", "any(list, …): 1 if any element is not 0", 1, kAny, any_of},
    {"change", "change(new, old): 100 (new / old - 1), in percent", 2, 2, change, false, true},
    {"count", "count(list, …): number of elements that are not 0", 1, kAny, count},
    {"gmean", "gmean(list, …): geometric mean", 1, kAny, gmean},
    {"hmean", "hmean(list, …): harmonic mean", 1, kAny, hmean, true, true},
    {"max", "max(list, …): maximum", 1, kAny, most},
    {"mean", "mean(list, …): arithmetic mean", 1, kAny, mean},
    {"min", "min(list, …): minimum", 1, kAny, least},
    {"rising", "rising(list, …): 1 if each element is larger than the previous one", 1, kAny,
     rising},
    {"size", "size(list, …): number of elements", 1, kAny, size},
    {"sum", "sum(list, …): sum", 1, kAny, sum},
});

}  // namespace

const Function* find_function(std::string_view name) {
  auto found = std::ranges::find(kFunctions, name, &Function::name);
  return found == kFunctions.end() ? nullptr : &*found;
}

std::string function_names() {
  std::string names;
  for (const Function& f : kFunctions)
    names += fmt::format("{}{}", names.empty() ? "" : ", ", f.name);
  return names;
}

std::vector<std::string> function_texts() {
  std::vector<std::string> texts;
  for (const Function& f : kFunctions) texts.emplace_back(f.text);
  return texts;
}

}  // namespace heddle::study
