// When a result counts as equal to the expected value. Launch descriptions and the conformance
// checker share these rules.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

/// How the low bits of a compared value are read as a number.
enum class NumberFormat : uint8_t { Unsigned, Signed, F16, BF16, F32, F64 };

double to_double(NumberFormat format, uint64_t bits);

/// Alternatives, any of which may hold: "exact", "nan", "nan16x2", "nan32x2", "nanbf16",
/// "rel:1e-6", "abs:1e-6", joined by '|'. Equal bits always match.
class Tolerance {
 public:
  /// Exact: only equal bits match.
  Tolerance() = default;
  /// Empty when the text is not a tolerance; `why` then says what is wrong with it.
  static std::optional<Tolerance> parse(std::string_view text, std::string* why = nullptr);

  bool matches(uint64_t expected, uint64_t actual, NumberFormat format) const {
    return expected == actual || (!alternatives_.empty() && near(expected, actual, format));
  }
  bool exact() const { return alternatives_.empty(); }
  /// Whether some alternative reads elements as floats.
  bool of_floats() const;

 private:
  enum class Kind : uint8_t { Nan, Nan16x2, Nan32x2, NanBf16, Relative, Absolute };
  struct Alternative {
    Kind kind;
    double bound = 0;
  };
  static bool holds(const Alternative& a, uint64_t expected, uint64_t actual, NumberFormat format);
  bool near(uint64_t expected, uint64_t actual, NumberFormat format) const;

  std::vector<Alternative> alternatives_;
};

/// The value for a person: "0x3f800000 (1)".
std::string show_value(uint64_t bits, unsigned bytes, NumberFormat format);

}  // namespace heddle
