// Character classes as one table, so that the lexer's inner loops are a load and a test.
#pragma once

#include <array>
#include <cstdint>

namespace heddle::ptx {

enum CharacterClass : uint8_t {
  kNameStart = 1,  // letters _ $ %
  kNamePart = 2,   // letters, digits, _ $
  kDigit = 4,
  kHexDigit = 8,
  kBlank = 16,
};

constexpr std::array<uint8_t, 256> make_character_classes() {
  std::array<uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; c++) {
    classes[c] = kNameStart | kNamePart | (c <= 'f' ? kHexDigit : 0);
    classes[c - 'a' + 'A'] = classes[c];
  }
  for (int c = '0'; c <= '9'; c++) classes[c] = kNamePart | kDigit | kHexDigit;
  classes['_'] = classes['$'] = kNameStart | kNamePart;
  classes['%'] = kNameStart;
  for (unsigned char c : {' ', '\t', '\r', '\n', '\f', '\v'}) classes[c] = kBlank;
  return classes;
}

inline constexpr std::array<uint8_t, 256> kCharacterClasses = make_character_classes();

inline bool is(char c, uint8_t classes) {
  return (kCharacterClasses[static_cast<unsigned char>(c)] & classes) != 0;
}

}  // namespace heddle::ptx
