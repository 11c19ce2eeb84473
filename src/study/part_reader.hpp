// What readers of all parts of a study's file have in common: names of what the study holds so far,
// and formulas over them.
#pragma once

#include <fmt/format.h>

#include "base/nearest.hpp"
#include "study/study.hpp"
#include "toml/toml_reader.hpp"

namespace heddle::study {

class PartReader : protected TomlReader {
 public:
  PartReader(Diagnostics& diagnostics, Study& study) : TomlReader(diagnostics), study_(study) {}

 protected:
  /// What `$` stands for in a formula.
  enum class Line { None, Variant, Row };

  std::string required(const toml::table& table, std::string_view key);

  /// "there is no variant 'pdon'; did you mean 'pdom'?"
  template <class List, class Member>
  static std::string unknown(std::string_view what, std::string_view name, const List& list,
                             Member member) {
    return fmt::format(
        "there is no {} '{}'{}", what, name,
        suggest(name, list.size(), [&](size_t i) -> std::string_view { return list[i].*member; }));
  }

  /// `variants`: a list of names.
  std::vector<size_t> variants_named(const toml::table& t);

  std::optional<Expression> expression(const toml::table& t, std::string_view key);
  std::optional<Expression> expression(const std::string& text, const toml::node& at);

  /// metric[variant], metric[variant, row], metric[variant, @set].
  void check_names(const Expression& formula, const toml::node& at, Line line);

  Study& study_;
};

}  // namespace heddle::study
