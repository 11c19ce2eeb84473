// Options that take a whole number. All use the parser of base/number.hpp, because CLI11's own
// conversions wrap, clamp, and accept octal and hexadecimal digits.
#pragma once

#include <concepts>
#include <limits>
#include <string>
#include <vector>

#include "base/number.hpp"
#include "cli/commands.hpp"

namespace heddle {

/// The allowed number of host threads.
inline constexpr WholeRange kJobs{1, 4096};

/// "UINT", followed by the limits if there are any.
std::string number_type_name(const WholeRange& range, uint64_t largest);
/// The parts of a text between commas.
std::vector<std::string> split_list(const std::string& text);
/// Throws CLI::ValidationError.
uint64_t read_number(const std::string& option, const std::string& text, const WholeRange& range);

template <std::unsigned_integral T>
CLI::Option* add_number(CLI::App& command, const std::string& names, T& value,
                        const std::string& description,
                        WholeRange range = {0, std::numeric_limits<T>::max()}) {
  const std::string shown = names.substr(0, names.find(','));
  CLI::callback_t take = [&value, range, shown](const CLI::results_t& results) {
    value = static_cast<T>(read_number(shown, results.back(), range));
    return true;
  };
  auto current = [&value] { return std::to_string(value); };
  return command.add_option(names, take, description, false, current)
      ->type_name(number_type_name(range, std::numeric_limits<T>::max()));
}

/// Numbers with commas between them.
template <std::unsigned_integral T>
CLI::Option* add_numbers(CLI::App& command, const std::string& name, std::vector<T>& values,
                         const std::string& description, WholeRange range) {
  CLI::callback_t take = [&values, range, name](const CLI::results_t& results) {
    values.clear();
    for (const std::string& text : split_list(results.back()))
      values.push_back(static_cast<T>(read_number(name, text, range)));
    return true;
  };
  return command.add_option(name, take, description)
      ->type_name(number_type_name(range, std::numeric_limits<T>::max()) + ", with commas");
}

}  // namespace heddle
