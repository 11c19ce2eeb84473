// The contents of workload.toml: a summary, the papers that use the workload and what they say
// about it, its parameters with their limits, and three sizes. The whole file is checked: an
// unknown key is an error.
//
//   summary = "Sorts numbers with a bitonic network."
//   papers = ["fung2007", "brunie2012"]
//   says = "Short rarely-taken branches."  # optional, as papers is
//   classes = ["regular"]  # as a paper classifies it; optional
//   [parameters]
//   n = { means = "numbers to sort", least = 64, most = 16777216, power_of_two = true }
//   [sizes]
//   tiny = { n = 256 }
//   small = { n = 16384 }
//   paper = { n = 1048576 }
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::workload {

struct Parameter {
  std::string name;
  std::string means;
  uint32_t least = 1, most = 1u << 30;
  uint32_t multiple_of = 1;
  bool power_of_two = false;
};

/// The value of each parameter.
class Values {
 public:
  /// Throws std::logic_error for a parameter that the description does not have.
  uint32_t operator[](std::string_view parameter) const;
  void set(std::string_view parameter, uint32_t value) {
    values_.insert_or_assign(std::string(parameter), value);
  }

 private:
  std::map<std::string, uint32_t, std::less<>> values_;
};

struct Size {
  std::string name;
  Values values;
};

/// How papers classify programs: regular or irregular (brunie2012), coherent or divergent
/// (lucas2015), interleavable or not (rhu2013).
inline constexpr std::array<std::string_view, 6> kPaperClasses = {
    "regular", "irregular", "coherent", "divergent", "interleavable", "not interleavable"};

struct Description {
  std::string name;
  std::string summary;
  std::vector<std::string> papers;
  std::string says;
  std::vector<std::string>
      classes;  // of kPaperClasses, where a paper gives one; measured.hpp compares
  std::vector<Parameter> parameters;
  std::vector<Size> sizes;  // tiny, small, paper
};

/// Throws InputError naming the workload and what is wrong.
Description parse_description(std::string_view name, std::string_view toml);

/// The values of a size, overridden by the user's. Throws UsageError for an unknown size or
/// parameter (with the nearest) and for a value outside its limits.
Values choose_values(const Description& description, std::string_view size,
                     std::span<const std::string> overrides);

/// "1 to 1024, a multiple of 32".
std::string limits_text(const Parameter& parameter);

}  // namespace heddle::workload
