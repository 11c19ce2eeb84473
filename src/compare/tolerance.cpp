#include "compare/tolerance.hpp"

#include <fmt/format.h>

#include <bit>
#include <charconv>
#include <cmath>

namespace heddle {

namespace {

struct Layout {
  unsigned bits, mantissa;
};

std::optional<Layout> layout_of(NumberFormat format) {
  switch (format) {
    case NumberFormat::F16: return Layout{16, 10};
    case NumberFormat::BF16: return Layout{16, 7};
    case NumberFormat::F32: return Layout{32, 23};
    case NumberFormat::F64: return Layout{64, 52};
    default: return std::nullopt;
  }
}

uint64_t low_mask(unsigned bits) { return bits >= 64 ? ~uint64_t{0} : (uint64_t{1} << bits) - 1; }

bool is_nan(uint64_t bits, Layout layout) {
  uint64_t magnitude = bits & low_mask(layout.bits - 1);
  uint64_t infinity = low_mask(layout.bits - 1) & ~low_mask(layout.mantissa);
  return magnitude > infinity;
}

/// Whether the fields at `shift` have equal bits or are both NaN.
bool same_or_nan(uint64_t expected, uint64_t actual, Layout layout, unsigned shift) {
  uint64_t e = (expected >> shift) & low_mask(layout.bits);
  uint64_t a = (actual >> shift) & low_mask(layout.bits);
  return e == a || (is_nan(e, layout) && is_nan(a, layout));
}

bool same_above(uint64_t expected, uint64_t actual, unsigned bits) {
  return bits >= 64 || expected >> bits == actual >> bits;
}

std::optional<double> parse_bound(std::string_view text) {
  double value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (!(value >= 0) || std::isinf(value)) return std::nullopt;
  return value;
}

}  // namespace

double to_double(NumberFormat format, uint64_t bits) {
  switch (format) {
    case NumberFormat::Unsigned: return static_cast<double>(bits);
    case NumberFormat::Signed: return static_cast<double>(static_cast<int64_t>(bits));
    case NumberFormat::F64: return std::bit_cast<double>(bits);
    case NumberFormat::F32: return std::bit_cast<float>(static_cast<uint32_t>(bits));
    case NumberFormat::BF16: return std::bit_cast<float>(static_cast<uint32_t>(bits << 16));
    case NumberFormat::F16: break;
  }
  int exponent = static_cast<int>(bits >> 10 & 31);
  auto mantissa = static_cast<double>(bits & 0x3ff);
  double magnitude = exponent == 0    ? std::ldexp(mantissa, -24)
                     : exponent == 31 ? (mantissa == 0 ? INFINITY : NAN)
                                      : std::ldexp(mantissa + 1024, exponent - 25);
  return bits & 0x8000 ? -magnitude : magnitude;
}

std::optional<Tolerance> Tolerance::parse(std::string_view text, std::string* why) {
  Tolerance tolerance;
  bool exact = false;
  while (true) {
    std::string_view part = text.substr(0, text.find('|'));
    std::optional<double> bound;
    if (part.starts_with("rel:") || part.starts_with("abs:")) bound = parse_bound(part.substr(4));
    auto& list = tolerance.alternatives_;
    if (part == "exact")
      exact = true;
    else if (part == "nan")
      list.push_back({Kind::Nan});
    else if (part == "nan16x2")
      list.push_back({Kind::Nan16x2});
    else if (part == "nan32x2")
      list.push_back({Kind::Nan32x2});
    else if (part == "nanbf16")
      list.push_back({Kind::NanBf16});
    else if (bound)
      list.push_back({part[0] == 'r' ? Kind::Relative : Kind::Absolute, *bound});
    else {
      if (why)
        *why = fmt::format(
            "'{}' is not a tolerance; known are exact, nan, nan16x2, nan32x2, "
            "nanbf16, rel:X and abs:X, joined by '|'",
            part);
      return std::nullopt;
    }
    if (part.size() == text.size()) break;
    text.remove_prefix(part.size() + 1);
  }
  if (exact && !tolerance.alternatives_.empty()) {
    if (why) *why = "'exact' cannot be joined with other tolerances";
    return std::nullopt;
  }
  return tolerance;
}

bool Tolerance::of_floats() const {
  for (const Alternative& a : alternatives_)
    if (a.kind == Kind::Nan || a.kind == Kind::Relative || a.kind == Kind::Absolute) return true;
  return false;
}

bool Tolerance::holds(const Alternative& a, uint64_t expected, uint64_t actual,
                      NumberFormat format) {
  constexpr Layout kHalf{16, 10}, kBfloat{16, 7}, kSingle{32, 23};
  auto layout = layout_of(format);
  switch (a.kind) {
    case Kind::Nan:
      return layout && same_above(expected, actual, layout->bits) &&
             same_or_nan(expected, actual, *layout, 0);
    case Kind::Nan16x2:
      return same_above(expected, actual, 32) && same_or_nan(expected, actual, kHalf, 0) &&
             same_or_nan(expected, actual, kHalf, 16);
    case Kind::Nan32x2:
      return same_or_nan(expected, actual, kSingle, 0) &&
             same_or_nan(expected, actual, kSingle, 32);
    case Kind::NanBf16:
      return same_above(expected, actual, 16) && same_or_nan(expected, actual, kBfloat, 0);
    case Kind::Relative:
    case Kind::Absolute: break;
  }
  if (!layout || !same_above(expected, actual, layout->bits)) return false;
  double e = to_double(format, expected), got = to_double(format, actual);
  double error = std::fabs(got - e);  // NaN when either is, or for equal infinities: no match
  return error <= (a.kind == Kind::Relative ? a.bound * std::fabs(e) : a.bound) && !std::isinf(e);
}

bool Tolerance::near(uint64_t expected, uint64_t actual, NumberFormat format) const {
  for (const Alternative& a : alternatives_)
    if (holds(a, expected, actual, format)) return true;
  return false;
}

std::string show_value(uint64_t bits, unsigned bytes, NumberFormat format) {
  std::string hex = fmt::format("{:#0{}x}", bits, 2 * bytes + 2);
  if (layout_of(format)) return fmt::format("{} ({})", hex, to_double(format, bits));
  if (format == NumberFormat::Signed) {
    unsigned shift = 64 - 8 * bytes;
    return fmt::format("{} ({})", hex, static_cast<int64_t>(bits << shift) >> shift);
  }
  return fmt::format("{} ({})", hex, bits);
}

}  // namespace heddle
