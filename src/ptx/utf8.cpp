// Almost all PTX is ASCII: eight bytes are skipped at a time if none has its top bit set and none
// is zero. Only the rest is decoded.
#include "ptx/utf8.hpp"

#include <cstdint>
#include <cstring>

namespace heddle::ptx {

namespace {

bool is_plain(uint64_t bytes) {
  constexpr uint64_t kTops = 0x8080808080808080, kOnes = 0x0101010101010101;
  // With every top bit clear, subtracting one borrows into a top bit only below a zero byte.
  return (bytes & kTops) == 0 && ((bytes - kOnes) & kTops) == 0;
}

/// The length of the well-formed sequence at the start of `text`; 0 when there is none.
size_t sequence_length(std::string_view text) {
  auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  unsigned char lead = byte(0);
  if (lead < 0x80) return lead == 0 ? 0 : 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() < length) return 0;
  for (size_t i = 1; i < length; i++)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  // Overlong forms, surrogates, and what lies beyond U+10FFFF.
  if (lead == 0xe0 && byte(1) < 0xa0) return 0;
  if (lead == 0xed && byte(1) >= 0xa0) return 0;
  if (lead == 0xf0 && byte(1) < 0x90) return 0;
  if (lead == 0xf4 && byte(1) >= 0x90) return 0;
  return length;
}

}  // namespace

size_t find_malformed_byte(std::string_view text) {
  size_t at = 0;
  while (at < text.size()) {
    uint64_t bytes;
    if (at + sizeof bytes <= text.size()) {
      std::memcpy(&bytes, text.data() + at, sizeof bytes);
      if (is_plain(bytes)) {
        at += sizeof bytes;
        continue;
      }
    }
    size_t length = sequence_length(text.substr(at));
    if (length == 0) return at;
    at += length;
  }
  return at;
}

}  // namespace heddle::ptx
