// What workload.toml says: a sentence, the papers that use the workload and what they say of it,
// its parameters with their limits, and three sizes. Everything in the file is checked: a key that
// nobody reads is an error.
//
//   summary = "Sorts numbers with a bitonic network."
//   papers = ["fung2007", "brunie2012"]
//   says = "Short rarely-taken branches."
//   classes = ["regular"]  # where a paper sorts it into one; may be left out
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

/// What papers sort programs into: brunie2012's regular and irregular, lucas2015's coherent and
/// divergent, rhu2013's interleavable and not.
inline constexpr std::array<std::string_view, 6> kPaperClasses = {
    "regular", "irregular", "coherent", "divergent", "interleavable", "not interleavable"};

struct Description {
  std::string name;
  std::string summary;
  std::vector<std::string> papers;
  std::string says;
  std::vector<std::string> classes;  // of the above, where a paper does; measured.hpp compares
  std::vector<Parameter> parameters;
  std::vector<Size> sizes;  // tiny, small, paper
};

/// Throws InputError naming the workload and what is wrong.
Description parse_description(std::string_view name, std::string_view toml);

/// The size's values with the user's in their place. Throws UsageError for an unknown size or
/// parameter (with the nearest) and for a value outside its limits.
Values choose_values(const Description& description, std::string_view size,
                     std::span<const std::string> overrides);

/// "1 to 1024, a multiple of 32".
std::string limits_text(const Parameter& parameter);

}  // namespace heddle::workload
