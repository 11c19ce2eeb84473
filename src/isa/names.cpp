// Tables in the order of the enumerators: a value indexes its name.
#include "isa/names.hpp"

#include <array>
#include <cstddef>
#include <span>

namespace heddle::isa {
namespace {

using Names = std::span<const std::string_view>;

constexpr std::array<std::string_view, 5> kRoundings = {"rn", "rz", "rm", "rp", "rna"};
constexpr std::array<std::string_view, 18> kCompares = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",
                                                        "lo",  "ls",  "hi",  "hs",  "equ", "neu",
                                                        "ltu", "leu", "gtu", "geu", "num", "nan"};
constexpr std::array<std::string_view, 6> kFloatTests = {"finite",     "infinite", "number",
                                                         "notanumber", "normal",   "subnormal"};
constexpr std::array<std::string_view, 7> kPermutes = {"",    "f4e", "b4e", "rc8",
                                                       "ecl", "ecr", "rc16"};

template <class E>
std::optional<E> find(Names names, std::string_view text) {
  for (size_t i = 0; i < names.size(); ++i)
    if (names[i] == text) return E(i);
  return std::nullopt;
}

}  // namespace

std::string_view name(Rounding value) { return kRoundings[size_t(value)]; }
std::string_view name(Compare value) { return kCompares[size_t(value)]; }
std::string_view name(FloatTest value) { return kFloatTests[size_t(value)]; }
std::string_view name(Permute value) { return kPermutes[size_t(value)]; }

std::optional<Rounding> parse_rounding(std::string_view text) {
  const bool integral = text.size() == 3 && text.front() == 'r' && text.back() == 'i';
  return find<Rounding>(kRoundings, integral ? text.substr(0, 2) : text);
}
std::optional<Compare> parse_compare(std::string_view text) {
  return find<Compare>(kCompares, text);
}
std::optional<FloatTest> parse_float_test(std::string_view text) {
  return find<FloatTest>(kFloatTests, text);
}
std::optional<Permute> parse_permute(std::string_view text) {
  return find<Permute>(kPermutes, text);
}

}  // namespace heddle::isa
