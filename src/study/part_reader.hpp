// The common base of the parsers of a study's file: lookup of the names parsed so far, and formulas
// over them.
#pragma once

#include <fmt/format.h>

#include "base/nearest.hpp"
#include "study/study.hpp"
#include "toml/toml_reader.hpp"

namespace heddle::study {

class PartReader : protected TomlReader {
 public:
  PartReader(Diagnostics& diagnostics, Study& study)
      : TomlReader(diagnostics), study_(study), source_(diagnostics.source()) {}

 protected:
  /// The meaning of `$` in a formula.
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

  /// Parses `variants`, a list of names.
  std::vector<size_t> variants_named(const toml::table& t);

  /// Parses a formula and checks that it never divides by a constant zero.
  std::optional<Expression> expression(const toml::table& t, std::string_view key);
  std::optional<Expression> expression(const toml::node& text);

  /// metric[variant], metric[variant, row], metric[variant, @set]. `at` is the formula's text.
  void check_names(const Expression& formula, const toml::node& at, Line line);
  /// Also checks that the formula gives one number, or one per row.
  void check_number(const Expression& formula, const toml::node& at, Line line);
  void check_list(const Expression& formula, const toml::node& at);
  /// Checks names of statistics.
  void check_statistics(const Expression& formula, const toml::node& at);

  /// The number of values of a name, or nothing if it is measured or the name is unknown.
  std::optional<size_t> length_of(const Expression& name) const;

  /// "mine.toml:3:8", for errors found later.
  std::string place(const toml::node& node) const;

  Study& study_;

 private:
  void check_name(const Expression& name, const Where& at, Line line);
  void check_length(const Expression& formula, const toml::node& at, size_t needed);

  const Source& source_;
};

}  // namespace heddle::study
