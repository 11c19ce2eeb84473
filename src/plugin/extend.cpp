#include "plugin/extend.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/variants.hpp"
#include "workload/workload.hpp"

namespace heddle {

namespace {

constexpr size_t kLongestName = 64;

bool is_lower_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool is_word(char c) {
  return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '-';
}

/// Values of keys are the same whether written with hyphens or underscores.
bool same_word(std::string_view a, std::string_view b) {
  auto hyphened = [](char c) { return c == '_' ? '-' : c; };
  return std::ranges::equal(a, b, {}, hyphened, hyphened);
}

class Check {
 public:
  explicit Check(const Extension& extension) : extension_(extension) {}

  void all() const {
    check_name("plug-in", extension_.name, is_word);
    if (extension_.digest.empty())
      refuse("it has no digest, so stored runs could not tell its versions apart");
    if (extension_.schedulers.empty() && extension_.workloads.empty())
      refuse("it has neither schedulers nor workloads");
    for (const SchedulerExtension& s : extension_.schedulers) check(s);
    for (const WorkloadExtension& w : extension_.workloads) check(w);
  }

 private:
  [[noreturn]] void refuse(const std::string& why) const {
    throw UsageError(fmt::format("{}: {}", extension_.origin, why));
  }
  template <class Allowed>
  void check_name(std::string_view kind, const std::string& name, Allowed allowed) const {
    if (name.empty() || name.size() > kLongestName || !std::ranges::all_of(name, allowed))
      refuse(
          fmt::format("the {} cannot be named '{}': a name has 1 to {} letters, digits, '-' and "
                      "'_'{}",
                      kind, name.substr(0, kLongestName), kLongestName,
                      allowed('A') ? "" : ", and no capitals"));
  }

  void check(const SchedulerExtension& s) const {
    check_name("scheduler", s.name,
               [](char c) { return is_lower_or_digit(c) || c == '-' || c == '_'; });
    for (std::string_view taken : kSchedulerNames)
      if (same_word(taken, s.name))
        refuse(fmt::format("its scheduler '{}' has the name of a built-in one: rename it", s.name));
    if (!s.make) refuse(fmt::format("its scheduler '{}' has no code", s.name));
  }

  void check(const WorkloadExtension& w) const {
    check_name("workload", w.name, is_word);
    if (workload::find_workload(w.name))
      refuse(fmt::format("its workload '{}' has the name of a built-in one: rename it", w.name));
    if (!w.make) refuse(fmt::format("its workload '{}' has no code", w.name));
    try {
      workload::parse_description(w.name, w.description);
    } catch (const InputError& e) {
      throw InputError(fmt::format("{}: {}", extension_.origin, e.what()));
    }
  }

  const Extension& extension_;
};

}  // namespace

ExtensionsPtr extend(const ExtensionsPtr& known, Extension more) {
  if (more.origin.empty()) more.origin = fmt::format("the plug-in '{}'", more.name);
  Check(more).all();
  std::vector<Extension> list;
  if (known) list.assign(known->list().begin(), known->list().end());
  list.push_back(std::move(more));
  return std::make_shared<const Extensions>(std::move(list));
}

}  // namespace heddle
