#include "config/quantity.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

namespace heddle {

namespace {

struct Scale {
  std::string_view unit;
  uint64_t factor;
};

constexpr std::array kByteScales = {Scale{"B", 1}, Scale{"KiB", 1 << 10}, Scale{"MiB", 1 << 20},
                                    Scale{"GiB", 1 << 30}};
constexpr std::array kClockScales = {Scale{"kHz", 1}, Scale{"MHz", 1000}, Scale{"GHz", 1'000'000}};

constexpr uint64_t kMost = (uint64_t{1} << 63) - 1;

std::string_view trim(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

/// digits[.digits], as a whole number and a power of ten that divides it.
struct Decimal {
  uint64_t digits = 0;
  uint64_t divisor = 1;
};

std::optional<Decimal> take_decimal(std::string_view& text) {
  Decimal result;
  bool any = false, fraction = false;
  size_t used = 0;
  for (; used < text.size(); used++) {
    char c = text[used];
    if (c == '.' && any && !fraction) {
      fraction = true;
      continue;
    }
    if (c < '0' || c > '9') break;
    any = true;
    if (result.digits > kMost / 10 - 1 || result.divisor > kMost / 10) return std::nullopt;
    result.digits = result.digits * 10 + static_cast<uint64_t>(c - '0');
    if (fraction) result.divisor *= 10;
  }
  if (!any || text[used - 1] == '.') return std::nullopt;
  text.remove_prefix(used);
  return result;
}

std::optional<uint64_t> parse(std::string_view text, std::span<const Scale> scales) {
  text = trim(text);
  auto number = take_decimal(text);
  if (!number) return std::nullopt;
  std::string_view unit = trim(text);
  if (unit.empty()) unit = scales.front().unit;
  for (const Scale& scale : scales) {
    if (scale.unit != unit) continue;
    unsigned __int128 scaled = static_cast<unsigned __int128>(number->digits) * scale.factor;
    if (scaled % number->divisor != 0 || scaled / number->divisor > kMost) return std::nullopt;
    return static_cast<uint64_t>(scaled / number->divisor);
  }
  return std::nullopt;
}

}  // namespace

std::optional<uint64_t> parse_bytes(std::string_view text) { return parse(text, kByteScales); }
std::optional<uint64_t> parse_clock(std::string_view text) { return parse(text, kClockScales); }

std::string format_bytes(uint64_t bytes) {
  size_t best = 0;
  for (size_t i = 1; i < kByteScales.size(); i++)
    if (bytes >= kByteScales[i].factor && bytes % kByteScales[i].factor == 0) best = i;
  return fmt::format("{} {}", bytes / kByteScales[best].factor, kByteScales[best].unit);
}

std::string format_clock(uint64_t khz) {
  size_t best = 0;
  for (size_t i = 1; i < kClockScales.size(); i++)
    if (khz >= kClockScales[i].factor) best = i;
  uint64_t factor = kClockScales[best].factor;
  std::string fraction = khz % factor == 0 ? "" : fmt::format("{}", factor + khz % factor);
  if (!fraction.empty()) {
    fraction[0] = '.';
    while (fraction.back() == '0') fraction.pop_back();
  }
  return fmt::format("{}{} {}", khz / factor, fraction, kClockScales[best].unit);
}

}  // namespace heddle
